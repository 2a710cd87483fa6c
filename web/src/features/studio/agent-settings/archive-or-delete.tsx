import type { Agent } from "@stoa/contract/catalog";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useRemoveAgent, useUpdateAgent } from "../../../queries/my-agents.ts";
import { useStudioAddress } from "../studio-address.ts";

/** Puts an agent away for a while, or deletes it for ever. Both ask first. */
export function ArchiveOrDelete({ agent }: { readonly agent: Agent }) {
  const { search, change } = useStudioAddress();
  const [asking, setAsking] = useState<"archive" | "delete" | null>(null);
  const update = useUpdateAgent(agent.id);
  const removal = useRemoveAgent(agent.id);
  const error = update.error ?? removal.error;
  const done = () => setAsking(null);

  function archive(isArchived: boolean): void {
    removal.reset();
    update.mutate(
      { is_archived: isArchived },
      {
        onSuccess: () => notify.success(`${agent.name} is ${isArchived ? "archived" : "back"}`),
        onSettled: done,
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
      onSettled: done,
    });
  }

  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">
        {agent.is_archived
          ? "Archived: it is in no list, cannot be run and does not count for your plan's limit."
          : "An archived agent is in no list, cannot be run and does not count for your plan's limit. You can delete an agent that nobody else was charged for."}
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
      {error !== null && <FormFailure text={serverDetail(error) ?? "Failed to change the agent"} />}
      <ConfirmDialog
        open={asking === "archive"}
        title={`Archive ${agent.name}`}
        question="Nobody can find or run it, you included. Programs, schedules and agents that use it get a 404."
        consequence="Versions, reviews, figures and earnings stay, and you can unarchive it while your plan has room."
        confirmLabel="Archive"
        busy={update.isPending}
        onConfirm={() => archive(true)}
        onClose={done}
      />
      <ConfirmDialog
        open={asking === "delete"}
        title={`Delete ${agent.name}`}
        question="Its code, texts and versions are erased. This cannot be undone."
        consequence="Your own runs of it stay in your history. An agent that other people were charged for cannot be deleted: archive it instead."
        confirmLabel="Delete"
        busy={removal.isPending}
        onConfirm={remove}
        onClose={done}
      />
    </div>
  );
}
