import type { Conversation } from "@stoa/contract/conversations";
import { notifyUnshared, ShareLinkDialog } from "../../components/share-link-dialog.tsx";
import { useShareConversation, useUnshareConversation } from "../../queries/conversations.ts";

interface ShareDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Creates the link with which anyone can read a chat, and revokes it. */
export function ShareDialog({ conversation, onClose }: ShareDialogProps) {
  const share = useShareConversation(conversation.id);
  const unshare = useUnshareConversation(conversation.id);
  const stopSharing = () =>
    unshare.mutate(undefined, {
      onSuccess: () => {
        share.reset();
        void notifyUnshared();
      },
    });
  return (
    <ShareLinkDialog
      title="Share chat"
      description="Anyone with the link can read the messages and answers up to this point. They cannot continue the chat, and they do not see what it cost."
      isShared={conversation.is_shared}
      sharedNote="This chat is shared. The link was shown when you created it. A new link also shows the messages since then, and replaces the earlier link."
      url={share.data?.url}
      share={{ ...share, start: () => share.mutate() }}
      unshare={{ ...unshare, start: stopSharing }}
      onClose={onClose}
    />
  );
}
