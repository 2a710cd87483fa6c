import { FileCode2, Upload } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { cx } from "../../../lib/class-names.ts";

export interface FileDropProps {
  readonly file: File | null;
  readonly error: string | null;
  readonly onFile: (file: File) => void;
  /** Whether a file is being dragged over the window. */
  readonly dragged: boolean;
}

/** Shows where to choose a file; it can also be dropped anywhere in the window. */
export function FileDrop({ file, error, onFile, dragged }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-14">
        Agent code
      </label>
      <div
        className={cx(
          "flex flex-wrap items-center gap-4 rounded-4 border border-dashed px-4 py-5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus",
          error !== null ? "border-danger" : dragged ? "border-ink bg-sunken" : "border-control",
        )}
      >
        {file ? (
          <FileCode2 aria-hidden="true" size={22} className="text-ink-2" />
        ) : (
          <Upload aria-hidden="true" size={22} className="text-ink-2" />
        )}
        <div className="min-w-48 flex-1">
          <p className="text-16 [overflow-wrap:anywhere]">
            {file ? file.name : "Drop a .py, .json or .zip file anywhere"}
          </p>
          <p className="text-14 text-ink-3">
            {file
              ? `${Math.max(1, Math.round(file.size / 1024))} kB`
              : "Python or JSON, or an archive of several files"}
          </p>
        </div>
        <Button variant="outline" onClick={() => input.current?.click()}>
          {file ? "Change file" : "Choose file"}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".py,.json,.zip"
          className="sr-only"
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : `${id}-note`}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) onFile(chosen);
            event.target.value = "";
          }}
        />
      </div>
      {error !== null && (
        <p id={`${id}-note`} role="alert" className="text-14 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
