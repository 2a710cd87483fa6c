import type { RememberingAgent } from "@stoa/contract/remembered-values";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { RememberedValues } from "../../../components/remembered-values.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatBytes, formatPlural } from "../../../lib/format.ts";
import { formatDay } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { useDeleteRememberedValues, useRememberedValues } from "../../../queries/remembered-values.ts";

/** What the user is asked to confirm: the deletion of one value, or of everything if `key` is undefined. */
interface Deletion {
  readonly key: string | undefined;
}

/** Shows an agent that remembers something about the user. Its values can be expanded. */
export function RememberingAgentRow({ agent }: { readonly agent: RememberingAgent }) {
  const [isOpen, setIsOpen] = useState(false);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const valuesId = useId();
  const { agent_id, agent_name, value_count, bytes, updated_at } = agent;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <Link
            to="/agent/$id"
            params={{ id: String(agent_id) }}
            className="link-alone wrap-anywhere font-medium text-14"
          >
            {agent_name}
          </Link>
          <p className="text-12 text-ink-3">
            {formatPlural(value_count, "value")}, {formatBytes(bytes)}, updated {formatDay(updated_at)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="outline"
            aria-expanded={isOpen}
            aria-controls={valuesId}
            aria-label={`${isOpen ? "Hide" : "Show"} what ${agent_name} remembers`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide" : "Show"}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Delete what ${agent_name} remembers`}
            onClick={() => setDeletion({ key: undefined })}
          >
            Delete
          </Button>
        </div>
      </div>
      <div id={valuesId} hidden={!isOpen}>
        {isOpen && <AgentValues agent={agent} onDelete={(key) => setDeletion({ key })} />}
      </div>
      {deletion !== null && (
        <DeleteValues agent={agent} valueKey={deletion.key} onClose={() => setDeletion(null)} />
      )}
    </li>
  );
}

interface AgentValuesProps {
  readonly agent: RememberingAgent;
  readonly onDelete: (key: string) => void;
}

function AgentValues({ agent: { agent_id, agent_name }, onDelete }: AgentValuesProps) {
  const values = useRememberedValues(agent_id);
  if (values.isLoadingError)
    return <ErrorState title="Failed to load the values" onRetry={() => values.refetch()} />;
  if (values.isPending) return <Skeleton className="mt-3 h-24" />;
  return (
    <div className="mt-3 border-line border-t">
      <RememberedValues
        label={`What ${agent_name} remembers`}
        values={values.data.values}
        longValueHint="Only the beginning is shown. The export of your data has the whole value."
        onDelete={onDelete}
      />
    </div>
  );
}

interface DeleteValuesProps {
  readonly agent: RememberingAgent;
  readonly valueKey: string | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before it deletes one value, or everything that an agent remembers. */
function DeleteValues({ agent: { agent_id, agent_name }, valueKey, onClose }: DeleteValuesProps) {
  const remove = useDeleteRememberedValues(agent_id);
  const isAll = valueKey === undefined;
  return (
    <ConfirmDialog
      open
      title={isAll ? "Delete what this agent remembers?" : "Delete this value?"}
      question={
        isAll
          ? `${agent_name} forgets everything that it remembers about you. This cannot be undone.`
          : `${agent_name} forgets "${valueKey}". This cannot be undone.`
      }
      confirmLabel={isAll ? "Delete all values" : "Delete value"}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(valueKey, {
          onSuccess: () =>
            notify.success(isAll ? `${agent_name} remembers nothing about you` : "Value deleted"),
          onError: () => notify.error("Failed to delete. Please try again."),
          onSettled: onClose,
        })
      }
    />
  );
}
