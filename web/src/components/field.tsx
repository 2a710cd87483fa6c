import { type ReactNode, useId } from "react";

/** The attributes that connect a control to its label, hint and error. */
export interface FieldControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Shown at the right of the label: a count or a preview. */
  readonly aside?: ReactNode;
  readonly children: (control: FieldControlProps) => ReactNode;
}

/** Shows a labeled form field. An error replaces the hint and is announced. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-14">
          {label}
        </label>
        {aside !== undefined && <span className="mono text-12 text-ink-3">{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": hasNote ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hasNote && (
        <p
          id={noteId}
          role={error ? "alert" : undefined}
          className={`text-14 ${error ? "text-danger" : "text-ink-3"}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
