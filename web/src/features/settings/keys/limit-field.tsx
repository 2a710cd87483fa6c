import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { LIMIT_PROBLEM, readLimit } from "./read-limit.ts";

interface LimitFieldProps {
  readonly label: string;
  readonly value: string;
  /** Whether errors are shown. */
  readonly checked: boolean;
  readonly hint?: string;
  /** The value that applies if the field is empty. The empty field shows it as a placeholder. */
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** Shows a field for an amount in USD, which may stay empty. */
export function LimitField({
  label,
  value,
  checked,
  hint,
  placeholder = "No limit",
  onChange,
}: LimitFieldProps) {
  return (
    <Field
      label={label}
      aside="USD"
      hint={hint}
      error={checked && readLimit(value) === undefined ? LIMIT_PROBLEM : undefined}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
