import { LIMITS } from "@stoa/contract/limits";
import { Scale } from "lucide-react";
import { IconButton } from "../../components/icon-button.tsx";
import { toggleCompared } from "../../lib/compared-agents.ts";
import { notify } from "../../lib/notify.ts";

export interface CompareToggleProps {
  readonly agent: { readonly id: number; readonly name: string };
  readonly compared: readonly number[];
  readonly onCompared: (ids: readonly number[]) => void;
}

/** Shows the button that adds an agent to the comparison or removes it. */
export function CompareToggle({ agent, compared, onCompared }: CompareToggleProps) {
  const chosen = compared.includes(agent.id);
  function toggle(): void {
    if (!chosen && compared.length >= LIMITS.comparedAgentsMax)
      void notify.info(`You can compare at most ${LIMITS.comparedAgentsMax} agents. Remove one first.`);
    else onCompared(toggleCompared(compared, agent.id));
  }
  return (
    <IconButton label={`Compare ${agent.name}`} aria-pressed={chosen} framed={false} onClick={toggle}>
      <Scale
        aria-hidden="true"
        size={16}
        strokeWidth={chosen ? 2.75 : 2}
        className={chosen ? "text-ink" : "text-ink-3"}
      />
    </IconButton>
  );
}
