import type { Agent } from "@stoa/contract/catalog";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useRemoveAgent, useUpdateAgent } from "../../../queries/my-agents.ts";
import { useStudioAddress } from "../studio-address.ts";

/** Archives an agent, or deletes it permanently, after a confirmation. */
export function ArchiveOrDelete({ agent }: { readonly agent: Agent }) {
  const { search, change } = useStudioAddress();
  const [asking, setAsking] = useState<"archive" | "delete" | null>(null);
  const update = useUpdateAgent(agent.id);
  const removal = useRemoveAgent(agent.id);
  const error = update.error ?? removal.error;
  const closeDialog = () => setAsking(null);

  function archive(isArchived: boolean): void {
    removal.reset();
    update.mutate(
      { is_archived: isArchived },
      {
        onSuccess: () => notify.success(`${agent.name} is ${isArchived ? "archived" : "no longer archived"}`),
        onSettled: closeDialog,
      },
    );
  }

  function remove(): void {
    update.reset();
    removal.mutate(undefined, {
      onSuccess: () => {
        change({ ...search, agent: undefined, part: undefined });
        void notify.success(`${agent.name} is deleted`);
      },
      onSettled: closeDialog,
    });
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">
        {agent.is_archived
          ? "Archived: it is not listed, cannot be run and does not count toward your plan's limit."
          : "An archived agent is not listed, cannot be run and does not count toward your plan's limit. You can delete an agent that no other user was charged for."}
      </p>
      <div className="flex flex-wrap gap-2">
        {agent.is_archived ? (
          <Button size="sm" busy={update.isPending} onClick={() => archive(false)}>
            Unarchive
          </Button>
        ) : (
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setAsking("archive")}>
            Archive
          </Button>
        )}
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setAsking("delete")}>
          Delete
        </Button>
      </div>
      {error !== null && <FormFailure text={getServerDetail(error) ?? "Failed to change the agent"} />}
      <ConfirmDialog
        open={asking === "archive"}
        title={`Archive ${agent.name}`}
        question="No one can find or run it, including you. API calls, schedules and agents that use it get a 404."
        consequence="Versions, reviews, statistics and earnings stay, and you can unarchive it if your plan allows another agent."
        confirmLabel="Archive"
        busy={update.isPending}
        onConfirm={() => archive(true)}
        onClose={closeDialog}
      />
      <ConfirmDialog
        open={asking === "delete"}
        title={`Delete ${agent.name}`}
        question="Its code, description and versions are deleted. This cannot be undone."
        consequence="Your own runs stay in your history. If other users were charged for the agent, you cannot delete it; archive it instead."
        confirmLabel="Delete"
        busy={removal.isPending}
        onConfirm={remove}
        onClose={closeDialog}
      />
    </div>
  );
}
