import type { CreatedKey, NamedKey } from "@stoa/contract/keys";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useKeys, useRevokeKey } from "../../../queries/keys.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { KeyRow } from "./key-row.tsx";
import { SpendingLimitsForm } from "./spending-limits-form.tsx";

/** The dialog that is open above the list. */
type KeyDialogState =
  | { readonly what: "create" }
  | { readonly what: "edit" | "revoke"; readonly key: NamedKey }
  | { readonly what: "created"; readonly created: CreatedKey }
  | null;

interface KeyListProps {
  readonly keys: ReturnType<typeof useKeys>;
  readonly onOpen: (dialog: KeyDialogState) => void;
}

function KeyList({ keys, onOpen }: KeyListProps) {
  if (keys.isError && !keys.data)
    return <ErrorState title="Failed to load your API keys" onRetry={() => keys.refetch()} />;
  if (!keys.data) return <Skeleton className="h-40 w-full" />;
  return (
    <ul className="divide-y divide-line border border-line bg-surface">
      {keys.data.map((key) => (
        <KeyRow
          key={key.id}
          apiKey={key}
          readAt={keys.dataUpdatedAt}
          onEdit={() => onOpen({ what: "edit", key })}
          onRevoke={() => onOpen({ what: "revoke", key })}
        />
      ))}
    </ul>
  );
}

/** Shows named keys, each with its own limits, and the account's spending limits. */
export function KeysPart() {
  const keys = useKeys();
  const revoke = useRevokeKey();
  const [dialog, setDialog] = useState<KeyDialogState>(null);
  const close = () => setDialog(null);

  const revokeKey = ({ id, name }: NamedKey) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(`${name} revoked`),
      onError: (error) => notify.error(getServerDetail(error) ?? "Failed to revoke the key"),
      onSettled: close,
    });

  return (
    <div className="grid min-w-0 max-w-4xl gap-10">
      <section>
        <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 className="text-22">API keys</h2>
            <p className="mt-1 text-14 text-ink-2">
              Create one key per app, each with its own limits. Revoking one does not affect the others.
            </p>
          </div>
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setDialog({ what: "create" })}>
            New key
          </Button>
        </div>
        <KeyList keys={keys} onOpen={setDialog} />
      </section>
      {/* This is shown below a list of unknown length. It appears together with the list, so that it does not move. */}
      {!keys.isPending && (
        <SettingsSection
          title="Spending limits"
          hint="Limits for the whole account. Reserved amounts count toward the limit."
        >
          <SpendingLimitsForm />
        </SettingsSection>
      )}
      {dialog?.what === "create" && (
        <KeyDialog onCreated={(created) => setDialog({ what: "created", created })} onClose={close} />
      )}
      {dialog?.what === "edit" && <KeyDialog edited={dialog.key} onClose={close} />}
      {dialog?.what === "created" && (
        <ShownOnce
          title={dialog.created.key.name}
          label="API key"
          secret={dialog.created.api_key}
          hint="This key is shown only once. Store it safely."
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={dialog?.what === "revoke"}
        title="Revoke key"
        question={
          dialog?.what === "revoke"
            ? `Requests with ${dialog.key.name} will be refused. Runs that it started continue.`
            : ""
        }
        confirmLabel="Revoke key"
        busy={revoke.isPending}
        onConfirm={() => dialog?.what === "revoke" && revokeKey(dialog.key)}
        onClose={close}
      />
    </div>
  );
}
