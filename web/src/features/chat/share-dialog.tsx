import type { Conversation } from "@stoa/contract/conversations";
import { TEXTS } from "@stoa/contract/texts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormFailure } from "../../components/form-failure.tsx";
import { Input } from "../../components/input.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { useShareConversation, useUnshareConversation } from "../../queries/conversations.ts";

interface ShareDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Creates the link with which anyone can read a chat, and revokes it. */
export function ShareDialog({ conversation, onClose }: ShareDialogProps) {
  const share = useShareConversation(conversation.id);
  const unshare = useUnshareConversation(conversation.id);
  const failed = share.isError ? share.error : unshare.isError ? unshare.error : null;
  const stopSharing = () =>
    unshare.mutate(undefined, {
      onSuccess: () => {
        share.reset();
        void notify.success("The link no longer works");
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share chat"
      description="Anyone with the link can read the messages and answers up to this point. They cannot continue the chat, and they do not see what it cost."
      footer={
        <>
          {conversation.is_shared && (
            <Button variant="danger" busy={unshare.isPending} onClick={stopSharing}>
              Stop sharing
            </Button>
          )}
          {share.data === undefined ? (
            <Button busy={share.isPending} onClick={() => share.mutate()}>
              {conversation.is_shared ? "Create a new link" : "Create link"}
            </Button>
          ) : (
            <Button variant="outline" onClick={onClose}>
              Done
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {conversation.is_shared && share.data === undefined && (
          <p className="text-14 text-ink-2">
            This chat is shared. The link was shown when you created it. A new link also shows the messages
            since then, and replaces the earlier link.
          </p>
        )}
        {share.data !== undefined && (
          <div className="flex items-center gap-2">
            <Input
              readOnly
              aria-label="Link"
              value={share.data.url}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton
              text={share.data.url}
              label="Copy link"
              onFailed={() => notify.error(TEXTS.copy.failed)}
            />
          </div>
        )}
        {failed !== null && (
          <FormFailure text={getServerDetail(failed) ?? "Could not change the sharing. Please try again."} />
        )}
      </div>
    </Dialog>
  );
}
