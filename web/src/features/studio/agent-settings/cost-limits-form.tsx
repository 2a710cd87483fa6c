import type { Agent } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { UpdateAgentRequest } from "@stoa/contract/uploads";
import { type ComponentProps, type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { formatCount } from "../../../lib/format.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";

const parseUsd = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

/**
 * Edits the maximum cost of a run for its caller, and the maximum that the developer pays if the price does not cover
 * the model.
 */
export function CostLimitsForm({ agent }: { readonly agent: Agent }) {
  const [most, setMost] = useState(String(agent.max_cost_per_run));
  const [sponsored, setSponsored] = useState(String(agent.sponsor_limit_per_run ?? 0));
  const [wasLeft, setWasLeft] = useState(false);
  const update = useUpdateAgent(agent.id);
  const read = UpdateAgentRequest.safeParse({
    max_cost_per_run: parseUsd(most),
    sponsor_limit_per_run: parseUsd(sponsored),
  });
  const findProblem = (name: string) =>
    wasLeft ? read.error?.issues.find((issue) => issue.path[0] === name)?.message : undefined;

  function save(event: SubmitEvent): void {
    event.preventDefault();
    setWasLeft(true);
    if (read.success) update.mutate(read.data, { onSuccess: () => notify.success("Limits saved") });
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Max cost per run (USD)"
          hint={`A run stops at this cost. Default: the price of ${formatCount(LIMITS.defaultCapTokens)} tokens.`}
          error={findProblem("max_cost_per_run")}
        >
          {(control) => (
            <UsdInput {...control} value={most} onValue={setMost} onBlur={() => setWasLeft(true)} />
          )}
        </Field>
        <Field
          label="Max subsidy per run (USD)"
          hint="If the models cost more than your price covers, your balance pays the difference up to this amount. At 0, such model calls are refused."
          error={findProblem("sponsor_limit_per_run")}
        >
          {(control) => (
            <UsdInput {...control} value={sponsored} onValue={setSponsored} onBlur={() => setWasLeft(true)} />
          )}
        </Field>
      </div>
      {update.isError && <FormFailure text={getServerDetail(update.error) ?? "Failed to save the limits"} />}
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
