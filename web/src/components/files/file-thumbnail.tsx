import type { Artifact } from "@stoa/contract/files";
import { useState } from "react";
import { toPath } from "../../lib/file-link.ts";
import { FileIcon } from "./file-icon.tsx";

type FileThumbnailProps = Pick<Artifact, "name" | "type" | "url" | "preview_url">;

/** Shows a small image of a picture, which opens it in a new tab, or the icon of another file. */
export function FileThumbnail({ name, type, url, preview_url }: FileThumbnailProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (preview_url === null || hasFailed) return <FileIcon name={name} type={type} />;
  return (
    <a
      href={toPath(url)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${name}`}
      className="block size-9 shrink-0 overflow-hidden rounded-4 bg-sunken max-md:size-11"
    >
      <img
        src={toPath(preview_url)}
        alt=""
        loading="lazy"
        decoding="async"
        onError={() => setHasFailed(true)}
        className="size-full object-cover"
      />
    </a>
  );
}
