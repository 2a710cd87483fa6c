import { useId } from "react";

export interface CheckboxFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A choice that is on or off, with what it means. */
export function CheckboxField({ label, hint, checked, disabled = false, onChange }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-(--ink)"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="font-medium text-14">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-14 text-ink-2">
          {hint}
        </p>
      </div>
    </div>
  );
}
