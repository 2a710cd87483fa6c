import type { Artifact } from "@stoa/contract/files";
import type { ReactNode } from "react";
import { formatBytes } from "../../lib/format.ts";
import { FileIcon } from "../files/file-icon.tsx";
import { ArtifactDownload } from "./artifact-download.tsx";
import type { ArtifactLink } from "./artifact-link.ts";

interface ArtifactCardProps {
  readonly artifact: Artifact;
  readonly link: ArtifactLink;
  /** The content of the file, if the app shows it. */
  readonly children?: ReactNode;
}

/** Shows a file that an agent returned: name, size, a link to save it, and its content. */
export function ArtifactCard({ artifact: { name, type, size }, link, children }: ArtifactCardProps) {
  return (
    <article aria-label={name} className="min-w-0 overflow-hidden rounded-6 border border-line bg-surface">
      <div className="flex min-h-12 items-center gap-3 py-1.5 pr-1.5 pl-3">
        <FileIcon name={name} type={type} />
        <p className="min-w-0 flex-1 truncate text-14" title={name}>
          {name}
        </p>
        <span className="mono shrink-0 text-12 text-ink-2">{formatBytes(size)}</span>
        <ArtifactDownload name={name} link={link} />
      </div>
      {children !== undefined && <div className="border-line border-t">{children}</div>}
    </article>
  );
}
