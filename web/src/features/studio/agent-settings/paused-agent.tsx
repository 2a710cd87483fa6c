import type { Agent, AgentPause } from "@stoa/contract/catalog";
import { Button } from "../../../components/button.tsx";
import { formatDay } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateAgent } from "../../../queries/my-agents.ts";

/** Shows why an agent was paused, and the button that ends the pause. */
export function PausedAgent({ agent, pause }: { readonly agent: Agent; readonly pause: AgentPause }) {
  const update = useUpdateAgent(agent.id);
  const resume = () =>
    update.mutate(
      { is_active: true },
      {
        onSuccess: () => notify.success(`${agent.name} is active again`),
        onError: (error) => notify.error(getServerDetail(error) ?? "Failed to resume the agent"),
      },
    );
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-2.5 border-danger border-l-2 bg-surface py-2.5 pl-3 text-14"
    >
      <p className="text-danger">
        {pause.reason} Paused since {formatDay(pause.since)}.
      </p>
      <Button variant="outline" size="sm" busy={update.isPending} onClick={resume}>
        Resume
      </Button>
    </div>
  );
}
