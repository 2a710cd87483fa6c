import type { AgentConnector } from "@stoa/contract/connectors";
import { needsAnswer } from "./service-standing.ts";

/** Before a run: whose services it uses, and whether that is asked first. */
export function ServicesLine({ services }: { readonly services: readonly AgentConnector[] | undefined }) {
  const names = services?.map(({ display_name }) => display_name).join(", ");
  return (
    <p className="min-h-10 text-14 text-ink-2">
      {services !== undefined &&
        `Uses your ${names}. ${needsAnswer(services) ? "You are asked before it runs." : "You have allowed it."}`}
    </p>
  );
}
