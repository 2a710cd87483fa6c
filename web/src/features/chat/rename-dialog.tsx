import { CONVERSATION_LIMITS, type Conversation } from "@stoa/contract/conversations";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { useUpdateConversation } from "../../queries/conversations.ts";
import { CHAT_TEXTS } from "./chat-texts.ts";

interface RenameDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Changes the title of a chat. */
export function RenameDialog({ conversation, onClose }: RenameDialogProps) {
  const [title, setTitle] = useState(conversation.title ?? "");
  const update = useUpdateConversation(conversation.id);
  const formId = useId();
  const isEmpty = title.trim() === "";
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isEmpty) update.mutate({ title: title.trim() }, { onSuccess: onClose });
  };
  const failure = update.isError ? (getServerDetail(update.error) ?? CHAT_TEXTS.changeFailed) : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename chat"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isEmpty} busy={update.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field label="Title" error={failure}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={CONVERSATION_LIMITS.titleMaxLength}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
