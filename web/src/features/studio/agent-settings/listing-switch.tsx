import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";

/** Shows the owner's switch for the listing. Taking an agent offline needs confirmation, because users lose access. */
export function ListingSwitch({ agent }: { readonly agent: Agent }) {
  const update = useUpdateAgent(agent.id);
  const [asking, setAsking] = useState(false);
  const list = (active: boolean) =>
    update.mutate(
      { is_active: active },
      {
        onSuccess: () => setAsking(false),
        onError: (error) => notify.error(getServerDetail(error) ?? "Failed to change the agent"),
      },
    );
  const texts = getTexts(agent);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-14 text-ink-2">{describeStanding(agent)}</p>
      {agent.is_active ? (
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {texts.off}
        </Button>
      ) : (
        <Button size="sm" busy={update.isPending} onClick={() => list(true)}>
          {texts.on}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={texts.title}
        question="It will be hidden and cannot be run, including by API and other agents."
        consequence="Active runs continue. Reviews, statistics and earnings stay, and you can turn it on again at any time."
        confirmLabel={texts.off}
        busy={update.isPending}
        onConfirm={() => list(false)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

/** Returns the text for an agent's visibility. Only a public agent is on the marketplace. */
function getTexts({ name, visibility }: Agent) {
  return visibility === "public"
    ? {
        off: "Remove from marketplace",
        on: "List on marketplace",
        title: `Remove ${name} from the marketplace`,
      }
    : { off: "Turn off", on: "Turn on", title: `Turn off ${name}` };
}

const ACTIVE = {
  public: "Active: listed on the marketplace, and anyone can run it.",
  unlisted: "Active: not listed, but anyone with the link can run it.",
  private: "Active: the members of your account can run it.",
} as const;

function describeStanding(agent: Agent): string {
  const { is_active: isActive, is_archived: isArchived, suspension, pause, visibility } = agent;
  if (suspension) return "No one can see this agent while it is suspended, regardless of this setting.";
  if (isArchived) return "While it is archived, only you can see it, regardless of this setting.";
  if (pause) return "Paused: only visible to you.";
  if (isActive && agent.missing_models.length > 0) return TEXTS.agents.missingModels(agent.missing_models);
  return isActive ? ACTIVE[visibility] : "Inactive: only visible to you.";
}
