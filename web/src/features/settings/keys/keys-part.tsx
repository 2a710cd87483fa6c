import type { CreatedKey, NamedKey } from "@stoa/contract/keys";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useKeys, useRevokeKey } from "../../../queries/keys.ts";
import { SettingsSection } from "../settings-section.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { KeyRow } from "./key-row.tsx";
import { SpendingLimitsForm } from "./spending-limits-form.tsx";

/** The dialog that is open above the list. */
type Asked =
  | { readonly what: "create" }
  | { readonly what: "edit" | "revoke"; readonly key: NamedKey }
  | { readonly what: "created"; readonly created: CreatedKey }
  | null;

/** Shows named keys, each with its own limits, and the account's spending limits. */
export function KeysPart() {
  const keys = useKeys();
  const revoke = useRevokeKey();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);

  const revokeKey = ({ id, name }: NamedKey) =>
    revoke.mutate(id, {
      onSuccess: () => notify.success(`${name} revoked`),
      onError: (error) => notify.error(serverDetail(error) ?? "Failed to revoke the key"),
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
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setAsked({ what: "create" })}>
            New key
          </Button>
        </div>
        {keys.data ? (
          <ul className="divide-y divide-line border border-line bg-surface">
            {keys.data.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                readAt={keys.dataUpdatedAt}
                onEdit={() => setAsked({ what: "edit", key })}
                onRevoke={() => setAsked({ what: "revoke", key })}
              />
            ))}
          </ul>
        ) : keys.isError ? (
          <ErrorState title="Failed to load your API keys" onRetry={() => keys.refetch()} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </section>
      {/* Shown below a list of unknown length. It appears together with the list, so that it does not move. */}
      {!keys.isPending && (
        <SettingsSection
          title="Spending limits"
          hint="Limits for the whole account. Reserved amounts count towards the limit."
        >
          <SpendingLimitsForm />
        </SettingsSection>
      )}
      {asked?.what === "create" && (
        <KeyDialog onCreated={(created) => setAsked({ what: "created", created })} onClose={close} />
      )}
      {asked?.what === "edit" && <KeyDialog edited={asked.key} onClose={close} />}
      {asked?.what === "created" && (
        <ShownOnce
          title={asked.created.key.name}
          label="API key"
          secret={asked.created.api_key}
          hint="This key is shown only once. Store it safely."
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asked?.what === "revoke"}
        title="Revoke key"
        question={
          asked?.what === "revoke"
            ? `Requests with ${asked.key.name} will be refused. Runs that it started continue.`
            : ""
        }
        confirmLabel="Revoke key"
        busy={revoke.isPending}
        onConfirm={() => asked?.what === "revoke" && revokeKey(asked.key)}
        onClose={close}
      />
    </div>
  );
}
