import type { AgentConnector } from "@stoa/contract/connectors";
import { needsAnswer } from "./service-standing.ts";

export interface ServicesLineProps {
  /** Missing while they load. */
  readonly services: readonly AgentConnector[] | undefined;
  readonly count: number;
}

/** Before a run: whose services it uses, and whether that is asked first. */
export function ServicesLine({ services, count }: ServicesLineProps) {
  const names = services?.map(({ display_name }) => display_name).join(", ");
  return (
    <p className={`text-14 text-ink-2 ${count > 1 ? "min-h-10" : "min-h-5"}`}>
      {services !== undefined &&
        `Uses your ${names}${needsAnswer(services) ? "; you are asked first." : ", as you allowed."}`}
    </p>
  );
}
