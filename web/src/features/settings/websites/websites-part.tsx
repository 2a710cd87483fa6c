import type { PublishableKey } from "@stoa/contract/publishable-keys";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useDeletePublishableKey, usePublishableKeys } from "../../../queries/publishable-keys.ts";
import { WebsiteDialog } from "./website-dialog.tsx";
import { WebsiteRow } from "./website-row.tsx";

type WebsiteDialogState =
  | { readonly what: "create" }
  | { readonly what: "edit" | "delete"; readonly key: PublishableKey }
  | null;

interface WebsiteListProps {
  readonly keys: ReturnType<typeof usePublishableKeys>;
  readonly onOpen: (dialog: WebsiteDialogState) => void;
}

function WebsiteList({ keys, onOpen }: WebsiteListProps) {
  if (keys.isError && !keys.data)
    return <ErrorState title="Failed to load your websites" onRetry={() => keys.refetch()} />;
  if (!keys.data) return <Skeleton className="h-40 w-full" />;
  if (keys.data.length === 0)
    return (
      <EmptyState
        title="No agent is embedded yet"
        hint="Create a key, copy its script tag into your pages, and their visitors can chat with the agent."
      />
    );
  return (
    <ul className="divide-y divide-line border border-line bg-surface">
      {keys.data.map((key) => (
        <WebsiteRow
          key={key.id}
          apiKey={key}
          onEdit={() => onOpen({ what: "edit", key })}
          onDelete={() => onOpen({ what: "delete", key })}
        />
      ))}
    </ul>
  );
}

/** Shows the publishable keys with which websites embed agents. */
export function WebsitesPart() {
  const keys = usePublishableKeys();
  const remove = useDeletePublishableKey();
  const [dialog, setDialog] = useState<WebsiteDialogState>(null);
  const close = () => setDialog(null);

  const removeKey = ({ id, name }: PublishableKey) =>
    remove.mutate(id, {
      onSuccess: () => notify.success(`${name} deleted`),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to delete the key"),
      onSettled: close,
    });

  return (
    <section className="grid min-w-0 max-w-4xl gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-22">Websites</h2>
          <p className="mt-1 text-14 text-ink-2">
            Put a chat with an agent on your website. You pay for its visitors, up to a daily budget.
          </p>
        </div>
        <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setDialog({ what: "create" })}>
          Embed an agent
        </Button>
      </div>
      <WebsiteList keys={keys} onOpen={setDialog} />
      {dialog?.what === "create" && <WebsiteDialog onClose={close} />}
      {dialog?.what === "edit" && <WebsiteDialog edited={dialog.key} onClose={close} />}
      <ConfirmDialog
        open={dialog?.what === "delete"}
        title="Delete key"
        question={
          dialog?.what === "delete"
            ? `Pages with the key of ${dialog.key.name} stop showing the chat. Conversations stay in your usage logs.`
            : ""
        }
        confirmLabel="Delete key"
        busy={remove.isPending}
        onConfirm={() => dialog?.what === "delete" && removeKey(dialog.key)}
        onClose={close}
      />
    </section>
  );
}
