import { type Agent, UpdateAgentRequest } from "@stoa/contract/catalog";
import { SCREEN } from "@stoa/contract/limits";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { PriceTag } from "../../../components/price-tag.tsx";
import { formatPricePerMillion } from "../../../lib/format.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";
import { PriceNotes } from "../price-notes.tsx";
import { highPriceWords, needsConfirmation, pricePreview } from "../price-preview.ts";
import { priceChange, priceChangeWords } from "./price-change.ts";

/** Edits the price per token. The effect of a change is shown before it is saved (increases need 14 days' notice). */
export function PriceForm({ agent }: { readonly agent: Agent }) {
  const [typed, setTyped] = useState(String(agent.price_per_token));
  const [left, setLeft] = useState(false);
  const [asking, setAsking] = useState(false);
  const [now] = useState(Date.now);
  const update = useUpdateAgent(agent.id);
  const price = typed.trim() === "" ? undefined : Number(typed);
  const read = UpdateAgentRequest.safeParse({ price_per_token: price ?? Number.NaN });
  const problem = left ? read.error?.issues[0]?.message : undefined;
  const change = read.success && price !== undefined ? priceChange(agent, price) : "none";
  const words = priceChangeWords(change, agent.next_price, now);

  function save(event: SubmitEvent): void {
    event.preventDefault();
    setLeft(true);
    if (!read.success || price === undefined) return;
    if (needsConfirmation(price) && price !== agent.price_per_token) setAsking(true);
    else send(read.data);
  }

  function send(request: UpdateAgentRequest): void {
    update.mutate(request, {
      onSuccess: ({ next_price: next }) =>
        notify.success(
          next ? `The new price takes effect on ${formatDay(next.effective_from)}` : "Price changed",
        ),
    });
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3 text-14 text-ink-2">
        <PriceTag pricePerToken={agent.price_per_token} />
        {agent.next_price && (
          <p>
            {formatPricePerMillion(agent.next_price.price_per_token)} / 1M tokens from{" "}
            {formatDay(agent.next_price.effective_from)}. It is shown on the agent's page.
          </p>
        )}
      </div>
      <div className="max-w-sm">
        <Field label="New price per token" hint={pricePreview(typed)} error={problem}>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={SCREEN.priceStep}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setLeft(true)}
            />
          )}
        </Field>
      </div>
      {agent.price_advice && (
        <PriceNotes
          typed={typed}
          advice={agent.price_advice}
          isSponsored={(agent.sponsor_limit_per_run ?? 0) > 0}
          onSuggested={(suggested) => setTyped(String(suggested))}
        />
      )}
      {words !== null && (
        <p role="status" className="border-control border-l-2 pl-3 text-14">
          {words}
        </p>
      )}
      {update.isError && <FormFailure text={serverDetail(update.error) ?? "Failed to change the price"} />}
      {asking && read.success && price !== undefined && (
        <ConfirmDialog
          open
          title="Confirm price"
          question={highPriceWords(price)}
          confirmLabel="Set price"
          onConfirm={() => {
            setAsking(false);
            send({ ...read.data, confirm_price: true });
          }}
          onClose={() => setAsking(false)}
        />
      )}
      <div>
        <Button type="submit" size="sm" busy={update.isPending} disabled={read.success && change === "none"}>
          {change === "rise" ? "Announce increase" : "Change price"}
        </Button>
      </div>
    </form>
  );
}
