import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { formatUsdFull } from "../../lib/format.ts";

export interface RunLimitFieldProps {
  readonly text: string;
  readonly problem: string | null;
  /** The agent's own limit, in USD. */
  readonly agentLimit: number;
  readonly onChange: (text: string) => void;
}

/** What this run may cost at most. */
export function RunLimitField({ text, problem, agentLimit, onChange }: RunLimitFieldProps) {
  return (
    <Field
      label="Spend at most"
      aside="USD, optional"
      hint={`The agent's own limit is ${formatUsdFull(agentLimit)} a run. At the limit the run stops with what it has.`}
      error={problem ?? undefined}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          placeholder={String(agentLimit)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
