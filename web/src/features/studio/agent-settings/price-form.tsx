import type { Agent } from "@stoa/contract/catalog";
import { SCREEN } from "@stoa/contract/limits";
import { UpdateAgentRequest } from "@stoa/contract/uploads";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { PriceTag } from "../../../components/price-tag.tsx";
import { formatPricePerMillion } from "../../../lib/format.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";
import { PriceNotes } from "../price-notes.tsx";
import { describeHighPrice, needsConfirmation, previewPrice } from "../price-preview.ts";
import { describePriceChange, getPriceChange } from "./price-change.ts";

/** Manages the typed price, the effect of the change, and its submission. */
function usePriceForm(agent: Agent) {
  const [typed, setTyped] = useState(String(agent.price_per_token));
  const [wasLeft, setWasLeft] = useState(false);
  const [confirming, setConfirming] = useState<number | null>(null);
  const [now] = useState(Date.now);
  const update = useUpdateAgent(agent.id);
  const price = typed.trim() === "" ? undefined : Number(typed);
  const read = UpdateAgentRequest.safeParse({ price_per_token: price ?? Number.NaN });
  const change = read.success && price !== undefined ? getPriceChange(agent, price) : "none";

  function send(request: UpdateAgentRequest): void {
    update.mutate(request, {
      onSuccess: ({ next_price: next }) =>
        notify.success(
          next ? `The new price takes effect on ${formatDay(next.effective_from)}` : "Price changed",
        ),
    });
  }

  return {
    typed,
    setTyped,
    onBlur: () => setWasLeft(true),
    problem: wasLeft ? read.error?.issues[0]?.message : undefined,
    change,
    /** Says when and for whom the change takes effect; `null` without a change. */
    effect: describePriceChange(change, agent.next_price, now),
    canSave: !read.success || change !== "none",
    isSaving: update.isPending,
    failure: update.isError ? (getServerDetail(update.error) ?? "Failed to change the price") : null,
    save: (event: SubmitEvent) => {
      event.preventDefault();
      setWasLeft(true);
      if (!read.success || price === undefined) return;
      if (needsConfirmation(price) && price !== agent.price_per_token) setConfirming(price);
      else send(read.data);
    },
    /** The high price that the user must confirm; `null` if there is none. */
    confirming,
    confirm: () => {
      setConfirming(null);
      if (confirming !== null) send({ price_per_token: confirming, confirm_price: true });
    },
    cancel: () => setConfirming(null),
  };
}

/** Shows the current price and an announced increase. */
function CurrentPrice({ agent }: { readonly agent: Agent }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
      <PriceTag pricePerToken={agent.price_per_token} />
      {agent.next_price && (
        <p>
          {formatPricePerMillion(agent.next_price.price_per_token)} / 1M tokens from{" "}
          {formatDay(agent.next_price.effective_from)}. It is shown on the agent's page.
        </p>
      )}
    </div>
  );
}

/** Edits the price per token. The effect of a change is shown before it is saved (increases need 14 days' notice). */
export function PriceForm({ agent }: { readonly agent: Agent }) {
  const form = usePriceForm(agent);
  return (
    <form onSubmit={form.save} noValidate className="grid gap-4">
      <CurrentPrice agent={agent} />
      <div className="max-w-sm">
        <Field label="New price per token" hint={previewPrice(form.typed)} error={form.problem}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={SCREEN.priceStep}
              value={form.typed}
              onChange={(event) => form.setTyped(event.target.value)}
              onBlur={form.onBlur}
            />
          )}
        </Field>
      </div>
      {agent.price_advice && (
        <PriceNotes
          typed={form.typed}
          advice={agent.price_advice}
          isSponsored={(agent.sponsor_limit_per_run ?? 0) > 0}
          onSuggested={(suggested) => form.setTyped(String(suggested))}
        />
      )}
      {form.effect !== null && (
        <p role="status" className="border-control border-l-2 pl-3 text-14">
          {form.effect}
        </p>
      )}
      {form.failure !== null && <FormFailure text={form.failure} />}
      {form.confirming !== null && (
        <ConfirmDialog
          open
          title="Confirm price"
          question={describeHighPrice(form.confirming)}
          confirmLabel="Set price"
          onConfirm={form.confirm}
          onClose={form.cancel}
        />
      )}
      <div>
        <Button type="submit" size="sm" busy={form.isSaving} disabled={!form.canSave}>
          {form.change === "rise" ? "Announce increase" : "Change price"}
        </Button>
      </div>
    </form>
  );
}
