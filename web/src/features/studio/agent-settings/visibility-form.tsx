import type { Agent, Visibility } from "@stoa/contract/catalog";
import { VISIBILITY_NAMES } from "@stoa/contract/catalog-labels";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";
import { VisibilityField } from "../visibility-field.tsx";

/** Edits who can find and run the agent. Making it private needs confirmation, because other people lose access. */
export function VisibilityForm({ agent }: { readonly agent: Agent }) {
  const [chosen, setChosen] = useState<Visibility>(agent.visibility);
  const [asking, setAsking] = useState(false);
  const update = useUpdateAgent(agent.id);

  function change(): void {
    update.mutate(
      { visibility: chosen },
      {
        onSuccess: () => notify.success(`${agent.name} is now ${VISIBILITY_NAMES[chosen].toLowerCase()}`),
        onSettled: () => setAsking(false),
      },
    );
  }

  function save(event: SubmitEvent): void {
    event.preventDefault();
    if (chosen === "private") setAsking(true);
    else change();
  }

  return (
    <form onSubmit={save} noValidate className="grid max-w-sm gap-4">
      <VisibilityField value={chosen} onChange={setChosen} />
      {update.isError && (
        <FormFailure text={getServerDetail(update.error) ?? "Failed to change the visibility"} />
      )}
      <div>
        <Button type="submit" size="sm" busy={update.isPending} disabled={chosen === agent.visibility}>
          Change visibility
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Make ${agent.name} private`}
        question="Only your account can see or run it. Other people's API calls, schedules and agents that use it get a 404."
        consequence="Active runs continue. Reviews, statistics and earnings stay."
        confirmLabel="Make private"
        busy={update.isPending}
        onConfirm={change}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}
