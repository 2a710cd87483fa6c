import type { Agent } from "@stoa/contract/catalog";
import { Brain } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { RememberedValues } from "../../../components/remembered-values.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatBytes } from "../../../lib/format.ts";
import { notify } from "../../../lib/notify.ts";
import { useDeleteSharedValues, useSharedValues } from "../../../queries/remembered-values.ts";

/** What the developer is asked to confirm: the deletion of one value, or of all values if `key` is undefined. */
interface Deletion {
  readonly key: string | undefined;
}

/** Shows the values that all runs of an agent share to its developer. What it remembers about people is not shown. */
export default function AgentSharedMemory({ agent }: { readonly agent: Agent }) {
  const shared = useSharedValues(agent.id);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  if (!shared.data)
    return shared.isError ? (
      <ErrorState title="Failed to load the shared memory" onRetry={() => shared.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  const { values, bytes, limit_bytes } = shared.data;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 max-w-prose flex-1 basis-72 text-14 text-ink-2">
          The values of <code className="mono">stoa.memory.shared</code>, which all runs of your agent read
          and write. Do not store personal data here. What your agent remembers about each person in{" "}
          <code className="mono">stoa.memory</code> is shown only to that person.
        </p>
        {values.length > 0 && (
          <Button size="sm" variant="danger" onClick={() => setDeletion({ key: undefined })}>
            Delete all
          </Button>
        )}
      </div>
      {values.length === 0 ? (
        <EmptyState
          icon={<Brain aria-hidden="true" size={28} />}
          title="No shared values"
          hint="If a run of your agent stores a shared value, it appears here."
        />
      ) : (
        <div className="border border-line bg-surface px-4">
          <RememberedValues
            label={`Shared values of ${agent.name}`}
            values={values}
            longValueHint="Only the beginning is shown. The export of your data has the whole value."
            onDelete={(key) => setDeletion({ key })}
          />
        </div>
      )}
      <p className="mt-2 text-12 text-ink-3">
        {formatBytes(bytes)} of {formatBytes(limit_bytes)}
      </p>
      {deletion !== null && (
        <DeleteShared agentId={agent.id} valueKey={deletion.key} onClose={() => setDeletion(null)} />
      )}
    </>
  );
}

interface DeleteSharedProps {
  readonly agentId: number;
  readonly valueKey: string | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before it deletes one shared value, or all of them. */
function DeleteShared({ agentId, valueKey, onClose }: DeleteSharedProps) {
  const remove = useDeleteSharedValues(agentId);
  const isAll = valueKey === undefined;
  return (
    <ConfirmDialog
      open
      title={isAll ? "Delete all shared values?" : "Delete this value?"}
      question={
        isAll
          ? "The next run of your agent starts without shared values. This cannot be undone."
          : `The next run of your agent starts without "${valueKey}". This cannot be undone.`
      }
      confirmLabel={isAll ? "Delete all values" : "Delete value"}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(valueKey, {
          onSuccess: () => notify.success(isAll ? "Shared values deleted" : "Value deleted"),
          onError: () => notify.error("Failed to delete. Please try again."),
          onSettled: onClose,
        })
      }
    />
  );
}
