import type { Artifact } from "@stoa/contract/files";
import type { ReactNode } from "react";
import { cx } from "../../lib/class-names.ts";
import { FileIcon } from "./file-icon.tsx";
import { FileThumbnail } from "./file-thumbnail.tsx";

interface FileRowProps {
  readonly name: string;
  readonly type: string;
  /** The links to a stored file, for its small image. */
  readonly links?: Pick<Artifact, "url" | "preview_url"> | undefined;
  /** Size, progress or state, below the name. */
  readonly note: ReactNode;
  readonly problem?: string | null;
  /** The share of the file that has been sent, from 0 to 1; undefined if nothing is being sent. */
  readonly progress?: number | undefined;
  readonly actions?: ReactNode;
}

/** Shows one file on a line: icon, name, size or progress, and what the user can do with it. */
export function FileRow({ name, type, links, note, problem = null, progress, actions }: FileRowProps) {
  return (
    <div
      className={cx(
        "relative flex min-w-0 items-center gap-3 overflow-hidden rounded-4 border bg-raised py-1.5 pr-1.5 pl-3",
        problem === null ? "border-line" : "border-danger",
      )}
    >
      {links ? <FileThumbnail name={name} type={type} {...links} /> : <FileIcon name={name} type={type} />}
      <div className="min-w-0 flex-1">
        <p className="truncate text-14" title={name}>
          {name}
        </p>
        {problem === null ? (
          <p className="mono text-12 text-ink-2">{note}</p>
        ) : (
          <p className="wrap-anywhere text-12 text-danger">{problem}</p>
        )}
      </div>
      <div className="flex shrink-0 items-center">{actions}</div>
      {progress !== undefined && <ProgressLine name={name} progress={progress} />}
    </div>
  );
}

function ProgressLine({ name, progress }: { readonly name: string; readonly progress: number }) {
  return (
    <div
      role="progressbar"
      aria-label={`Upload of ${name}`}
      aria-valuenow={Math.round(progress * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-x-0 bottom-0 h-0.5 bg-line"
    >
      <div
        className="h-full w-full origin-left bg-ink transition-transform duration-150"
        style={{ transform: `scaleX(${progress})` }}
      />
    </div>
  );
}
