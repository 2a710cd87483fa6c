import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../use-update-agent.ts";

/** The owner's switch: taking an agent off asks first, for its users lose it. */
export function ListingSwitch({ agent }: { readonly agent: Agent }) {
  const update = useUpdateAgent(agent.id);
  const [asking, setAsking] = useState(false);
  const list = (active: boolean) =>
    update.mutate(
      { is_active: active },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => notify.error(serverDetail(error) ?? "Failed to change the agent"),
      },
    );
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">{standing(agent)}</p>
      {agent.is_active ? (
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Take off the marketplace
        </Button>
      ) : (
        <Button size="sm" busy={update.isPending} onClick={() => list(true)}>
          List on the marketplace
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={`Take ${agent.name} off the marketplace`}
        question="Nobody finds it or can start it any more, programs that call it and agents that use it included."
        consequence="Runs that have begun go on to their end. Reviews, figures and earnings stay, and you can list it again at any time."
        confirmLabel="Take off the marketplace"
        busy={update.isPending}
        onConfirm={() => list(false)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function standing({ is_active: isActive, suspension, missing_models: missing }: Agent): string {
  if (suspension) return "While it is suspended nobody sees it, whatever this switch says.";
  if (isActive && missing.length > 0) return TEXTS.agents.missingModels(missing);
  return isActive
    ? "Active: listed on the marketplace, and whoever finds it can run it."
    : "Inactive: only you see it.";
}
