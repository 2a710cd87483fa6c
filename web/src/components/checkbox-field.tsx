import { startTransition, useId, useOptimistic } from "react";

interface CheckboxFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  /** Saves the choice. The change shows immediately and is undone if the promise rejects. */
  readonly onChange: (checked: boolean) => Promise<unknown>;
  readonly onFailed: () => void;
}

/** Shows a checkbox with an explanation. */
export function CheckboxField({ label, hint, checked, onChange, onFailed }: CheckboxFieldProps) {
  const id = useId();
  const [shown, show] = useOptimistic(checked);
  const choose = (next: boolean) =>
    startTransition(async () => {
      show(next);
      await onChange(next).catch(onFailed);
    });
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-(--ink)"
        checked={shown}
        aria-describedby={`${id}-hint`}
        onChange={(event) => choose(event.target.checked)}
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
