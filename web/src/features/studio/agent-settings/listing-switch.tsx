import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";

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
  const words = wordsFor(agent);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">{standing(agent)}</p>
      {agent.is_active ? (
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {words.off}
        </Button>
      ) : (
        <Button size="sm" busy={update.isPending} onClick={() => list(true)}>
          {words.on}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={words.title}
        question="Nobody finds it or can start it any more, programs that call it and agents that use it included."
        consequence="Runs that have begun go on to their end. Reviews, figures and earnings stay, and you can switch it on again at any time."
        confirmLabel={words.off}
        busy={update.isPending}
        onConfirm={() => list(false)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Only a public agent is on the marketplace. */
function wordsFor({ name, visibility }: Agent) {
  return visibility === "public"
    ? {
        off: "Take off the marketplace",
        on: "List on the marketplace",
        title: `Take ${name} off the marketplace`,
      }
    : { off: "Switch off", on: "Switch on", title: `Switch ${name} off` };
}

const ACTIVE = {
  public: "Active: listed on the marketplace, and everybody can run it.",
  unlisted: "Active: in no list, and everybody with its link can run it.",
  private: "Active: the members of your account can run it.",
} as const;

function standing(agent: Agent): string {
  const { is_active: isActive, is_archived: isArchived, suspension, pause, visibility } = agent;
  if (suspension) return "While it is suspended nobody sees it, whatever this switch says.";
  if (isArchived) return "While it is archived only you see it, whatever this switch says.";
  if (pause) return "Paused: only you see it.";
  if (isActive && agent.missing_models.length > 0) return TEXTS.agents.missingModels(agent.missing_models);
  return isActive ? ACTIVE[visibility] : "Inactive: only you see it.";
}
