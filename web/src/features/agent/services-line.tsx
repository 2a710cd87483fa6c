import type { AgentConnector } from "@stoa/contract/connectors";
import { needsAnswer } from "./service-standing.ts";

interface ServicesLineProps {
  /** Undefined while they load. */
  readonly services: readonly AgentConnector[] | undefined;
  readonly count: number;
}

/** Returns the names of the APIs chosen for a server, or the name of the service. */
function nameOf({ choose, chosen = [], display_name: name }: AgentConnector): string {
  if (!choose) return name;
  return chosen.length > 0 ? chosen.join(", ") : "API of your choice";
}

/** Says which services a run uses, and whether it asks for permission first. */
export function ServicesLine({ services, count }: ServicesLineProps) {
  const names = services?.map(nameOf).join(", ");
  return (
    <p className={`text-14 text-ink-2 ${count > 1 ? "min-h-10" : "min-h-5"}`}>
      {services !== undefined &&
        `Uses your ${names}${needsAnswer(services) ? ". You are asked first." : " with the access that you granted."}`}
    </p>
  );
}
