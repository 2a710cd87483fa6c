import { Menu } from "@base-ui/react/menu";
import type { Conversation } from "@stoa/contract/conversations";
import { CircleDollarSign, Download, Ellipsis, Pencil, Share2, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { fetchFile, saveFile } from "../../lib/save-file.ts";
import { getExportPath, useRemoveConversation } from "../../queries/conversations.ts";
import { CapDialog } from "./cap-dialog.tsx";
import { CHAT_TEXTS } from "./chat-texts.ts";
import { RenameDialog } from "./rename-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

interface ChatMenuProps {
  readonly conversation: Conversation;
  /** Whether a run is active. The server does not delete a chat while its agent works. */
  readonly isRunning: boolean;
  readonly onRemoved: () => void;
}

const ITEM =
  "flex h-10 w-full cursor-pointer items-center gap-2.5 rounded-2 px-3 text-14 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-sunken max-md:h-11";

async function exportChat(id: string, format: "json" | "markdown"): Promise<void> {
  const name = `chat-${id.replace(/^conv_/, "").slice(0, 8)}.${format === "json" ? "json" : "md"}`;
  try {
    saveFile(await fetchFile(await getExportPath(id, format), name));
  } catch (error) {
    void notify.error(getServerDetail(error) ?? "Could not export this chat. Please try again.");
  }
}

/** Shows the menu of a chat: rename, limit the cost, share, export, delete. */
export default function ChatMenu({ conversation, isRunning, onRemoved }: ChatMenuProps) {
  const { id } = conversation;
  const [dialog, setDialog] = useState<"rename" | "cap" | "share" | "remove" | null>(null);
  const close = () => setDialog(null);
  const remove = useRemoveConversation();
  const removeChat = () =>
    remove.mutate(id, {
      onSuccess: () => {
        close();
        void notify.success("Chat deleted");
        onRemoved();
      },
      onError: (error) =>
        void notify.error(getServerDetail(error) ?? "Could not delete this chat. Please try again."),
    });
  const createItem = (icon: ReactNode, label: string, onClick: () => void, disabled = false) => (
    <Menu.Item className={ITEM} disabled={disabled} onClick={onClick}>
      {icon}
      {label}
    </Menu.Item>
  );

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label="More actions for this chat"
          className="inline-flex size-9 items-center justify-center rounded-4 border border-control hover:bg-sunken data-popup-open:bg-sunken max-md:size-11"
        >
          <Ellipsis aria-hidden="true" size={16} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={8} className="z-60">
            <Menu.Popup className="w-60 rounded-6 bg-raised p-1.5 shadow-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
              {createItem(<Pencil aria-hidden="true" size={16} />, "Rename", () => setDialog("rename"))}
              {createItem(<CircleDollarSign aria-hidden="true" size={16} />, "Limit the cost", () =>
                setDialog("cap"),
              )}
              {createItem(<Share2 aria-hidden="true" size={16} />, "Share", () => setDialog("share"))}
              {createItem(
                <Download aria-hidden="true" size={16} />,
                "Export as Markdown",
                () => void exportChat(id, "markdown"),
              )}
              {createItem(
                <Download aria-hidden="true" size={16} />,
                "Export as JSON",
                () => void exportChat(id, "json"),
              )}
              {createItem(
                <Trash2 aria-hidden="true" size={16} />,
                "Delete",
                () => setDialog("remove"),
                isRunning,
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {dialog === "rename" && <RenameDialog conversation={conversation} onClose={close} />}
      {dialog === "cap" && <CapDialog conversation={conversation} onClose={close} />}
      {dialog === "share" && <ShareDialog conversation={conversation} onClose={close} />}
      <ConfirmDialog
        open={dialog === "remove"}
        title="Delete chat"
        question={`"${conversation.title ?? CHAT_TEXTS.untitled}" is deleted with all its messages. This cannot be undone.`}
        consequence="The receipts of its runs stay in your usage logs. A link that you have shared no longer works."
        confirmLabel="Delete chat"
        busy={remove.isPending}
        onConfirm={removeChat}
        onClose={close}
      />
    </>
  );
}
