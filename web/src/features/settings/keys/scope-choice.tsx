import { SCOPE_LABELS, SCOPES, type Scope } from "@stoa/contract/scope-labels";

interface ScopeChoiceProps {
  readonly chosen: readonly Scope[];
  /** Whether the form was submitted. Only then does a missing choice show as an error. */
  readonly checked: boolean;
  readonly onChange: (scopes: Scope[]) => void;
}

/** Shows the permissions of a key, one checkbox per scope. */
export function ScopeChoice({ chosen, checked, onChange }: ScopeChoiceProps) {
  const toggle = (scope: Scope) => onChange(SCOPES.filter((one) => (one === scope) !== chosen.includes(one)));
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium text-14">Permissions</legend>
      {SCOPES.map((scope) => (
        <label key={scope} className="flex items-start gap-3 text-14">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-(--ink)"
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
          />
          <span>
            <span className="font-medium">{SCOPE_LABELS[scope].title}</span>{" "}
            <code className="mono text-12 text-ink-3">{scope}</code>
            <span className="block text-ink-2">{SCOPE_LABELS[scope].opens}</span>
          </span>
        </label>
      ))}
      {checked && chosen.length === 0 && (
        <p role="alert" className="text-14 text-danger">
          Choose at least one
        </p>
      )}
    </fieldset>
  );
}
