import { CheckboxField } from "../../../components/checkbox-field.tsx";
import type { ShownCheck } from "./shown-checks.ts";

interface MissingModelsFieldProps {
  readonly checks: readonly ShownCheck[];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Shows a checkbox to upload a file whose models are not offered yet; nothing if all of them are offered. */
export function MissingModelsField({ checks, checked, onChange }: MissingModelsFieldProps) {
  const models = checks.find(({ name }) => name === "models");
  if (!checked && models?.status !== "failed") return null;
  return (
    <CheckboxField
      label="Upload as inactive"
      hint="The agent is not listed and cannot run. It becomes active once this server offers the models, and we notify you."
      checked={checked}
      onChange={async (next) => onChange(next)}
      onFailed={() => {}}
    />
  );
}
