import { type Agent, UpdateAgentRequest } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { type ComponentProps, type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { formatCount } from "../../../lib/format.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";

const usd = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

/**
 * Edits the maximum cost of a run for its caller, and the maximum that the developer pays if the price does not cover
 * the model.
 */
export function CostLimitsForm({ agent }: { readonly agent: Agent }) {
  const [most, setMost] = useState(String(agent.max_cost_per_run));
  const [sponsored, setSponsored] = useState(String(agent.sponsor_limit_per_run ?? 0));
  const [left, setLeft] = useState(false);
  const update = useUpdateAgent(agent.id);
  const read = UpdateAgentRequest.safeParse({
    max_cost_per_run: usd(most),
    sponsor_limit_per_run: usd(sponsored),
  });
  const problem = (name: string) =>
    left ? read.error?.issues.find((issue) => issue.path[0] === name)?.message : undefined;

  function save(event: SubmitEvent): void {
    event.preventDefault();
    setLeft(true);
    if (read.success) update.mutate(read.data, { onSuccess: () => notify.success("Limits saved") });
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Max cost per run (USD)"
          hint={`Where a run reaches it, it ends with what it has. Unless you set it: the price of ${formatCount(LIMITS.defaultCapTokens)} tokens.`}
          error={problem("max_cost_per_run")}
        >
          {(control) => <UsdInput {...control} value={most} onValue={setMost} onBlur={() => setLeft(true)} />}
        </Field>
        <Field
          label="Max subsidy per run (USD)"
          hint="Where the model costs more than your price brings in, your balance pays the difference up to this. At 0 such a model call is refused."
          error={problem("sponsor_limit_per_run")}
        >
          {(control) => (
            <UsdInput {...control} value={sponsored} onValue={setSponsored} onBlur={() => setLeft(true)} />
          )}
        </Field>
      </div>
      {update.isError && <FormFailure text={serverDetail(update.error) ?? "Failed to save the limits"} />}
      <div>
        <Button type="submit" size="sm" busy={update.isPending}>
          Save limits
        </Button>
      </div>
    </form>
  );
}

interface UsdInputProps extends Omit<ComponentProps<typeof Input>, "onChange"> {
  readonly onValue: (value: string) => void;
}

function UsdInput({ onValue, ...rest }: UsdInputProps) {
  return (
    <Input
      {...rest}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      onChange={(event) => onValue(event.target.value)}
    />
  );
}
