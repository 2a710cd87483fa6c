import type { Conversation } from "@stoa/contract/conversations";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { formatUsdFull } from "../../lib/format.ts";
import { getServerDetail } from "../../lib/http-error.ts";
import { parseMaxCost } from "../../lib/max-cost.ts";
import { useUpdateConversation } from "../../queries/conversations.ts";
import { CHAT_TEXTS } from "./chat-texts.ts";

interface CapDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Limits the total cost of a chat. An empty field removes the limit. */
export function CapDialog({ conversation, onClose }: CapDialogProps) {
  const [text, setText] = useState(conversation.max_cost === null ? "" : String(conversation.max_cost));
  const cap = parseMaxCost(text);
  const update = useUpdateConversation(conversation.id);
  const formId = useId();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (cap.problem === null) update.mutate({ max_cost: cap.value ?? null }, { onSuccess: onClose });
  };
  const failure = update.isError ? (getServerDetail(update.error) ?? CHAT_TEXTS.changeFailed) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Limit the cost of this chat"
      description="The agent stops when all answers of this chat together reach the limit."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={cap.problem !== null} busy={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field
          label="Spend at most"
          aside="USD, optional"
          hint={`This chat has cost ${formatUsdFull(conversation.total_cost)} so far. Leave the field empty for no limit.`}
          error={cap.problem ?? failure}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
