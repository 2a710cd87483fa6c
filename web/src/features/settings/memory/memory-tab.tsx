import type { RememberingAgent } from "@stoa/contract/remembered-values";
import { Brain } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import { useDeleteAllRememberedValues, useRememberingAgents } from "../../../queries/remembered-values.ts";
import { RememberingAgentRow } from "./remembering-agent-row.tsx";

/** Shows what agents remember about the user between runs. Each value, and all of them, can be deleted. */
export function MemoryTab() {
  const remembering = useRememberingAgents();
  const [isDeleting, setIsDeleting] = useState(false);
  const agents = remembering.data?.agents;
  return (
    <section className="max-w-3xl">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-22">What agents remember about you</h2>
          <p className="mt-1 text-14 text-ink-2">
            Some agents remember things about you between runs, such as your preferences. Only you see them
            here. An agent can read only what it remembers itself, and only in your runs.
          </p>
        </div>
        {agents !== undefined && agents.length > 0 && (
          <Button size="sm" variant="danger" onClick={() => setIsDeleting(true)}>
            Delete everything
          </Button>
        )}
      </div>
      <div className="border border-line bg-surface">
        <AgentList
          agents={agents}
          hasFailed={remembering.isLoadingError}
          onRetry={() => void remembering.refetch()}
        />
      </div>
      {isDeleting && <DeleteEverything onClose={() => setIsDeleting(false)} />}
    </section>
  );
}

interface AgentListProps {
  readonly agents: readonly RememberingAgent[] | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

function AgentList({ agents, hasFailed, onRetry }: AgentListProps) {
  if (hasFailed) return <ErrorState title="Failed to load what agents remember" onRetry={onRetry} />;
  if (agents === undefined) return <Skeleton className="h-50" />;
  if (agents.length === 0)
    return (
      <EmptyState
        icon={<Brain aria-hidden="true" size={28} />}
        title="No agent remembers anything about you"
        hint="If an agent that you run stores something about you, it appears here."
      />
    );
  return (
    <ul className="divide-y divide-line">
      {agents.map((agent) => (
        <RememberingAgentRow key={agent.agent_id} agent={agent} />
      ))}
    </ul>
  );
}

/** Asks for confirmation before it deletes everything that agents remember about the user. */
function DeleteEverything({ onClose }: { readonly onClose: () => void }) {
  const remove = useDeleteAllRememberedValues();
  return (
    <ConfirmDialog
      open
      title="Delete everything that agents remember?"
      question="All agents forget what they remember about you. This cannot be undone. Your conversations and runs stay."
      confirmLabel="Delete everything"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => notify.success("Agents no longer remember anything about you"),
          onError: () => notify.error("Failed to delete what agents remember. Please try again."),
          onSettled: onClose,
        })
      }
    />
  );
}
