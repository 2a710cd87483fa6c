import type { CalledAgent } from "@stoa/contract/catalog";
import { AgentLink } from "../../components/agent-link.tsx";
import { PriceTag } from "../../components/price-tag.tsx";

/** Which other agents an agent may call, and what they cost; nothing where it calls none. */
export function CalledAgents({ agents }: { readonly agents: readonly CalledAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <section className="mb-8">
      <h3 className="mb-3 text-18">Calls other agents</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {agents.map((agent) => (
          <li
            key={agent.id}
            className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 font-medium text-14"
          >
            <AgentLink id={agent.id} name={agent.name} />
            {agent.price_per_token !== null && <PriceTag pricePerToken={agent.price_per_token} />}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-14 text-ink-2">What they cost comes out of the same limit per run.</p>
    </section>
  );
}
