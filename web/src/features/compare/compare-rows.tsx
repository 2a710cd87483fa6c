import { describeHost } from "@stoa/contract/agent-hosts";
import type { Agent, InputParam } from "@stoa/contract/catalog";
import { CATEGORY_NAMES, FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { getChosenServerName } from "@stoa/contract/chosen-servers";
import type { ReactNode } from "react";
import { AgentLink } from "../../components/agent-link.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import {
  formatPercent,
  formatPlural,
  formatSeconds,
  formatUsdFull,
  formatUses,
  NOT_MEASURED,
} from "../../lib/format.ts";
import type { Race } from "./best-of.ts";

/** Lists an agent's inputs: name, type, and which are optional. */
function InputList({ inputs }: { readonly inputs: readonly InputParam[] }) {
  if (inputs.length === 0) return <span className="text-ink-3">None</span>;
  return (
    <ul className="grid gap-1.5">
      {inputs.map(({ name, type, required }) => (
        <li key={name} className="wrap-anywhere">
          <span className="mono text-12">{name}</span>{" "}
          <span className="text-12 text-ink-3">
            {type}
            {!required && ", optional"}
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface CompareRow {
  readonly label: string;
  readonly show: (agent: Agent) => ReactNode;
  /** How to find the best value; absent for rows that have no best value. */
  readonly race?: Race<Agent> & { readonly title: string };
}

function Names({ names, none }: { readonly names: readonly string[]; readonly none: string }) {
  if (names.length === 0) return <span className="text-ink-3">{none}</span>;
  return <span className="mono wrap-anywhere text-12">{names.join(", ")}</span>;
}

/** The rows of the comparison: price, speed and reliability first, as on a card. */
export const COMPARE_ROWS: readonly CompareRow[] = [
  {
    label: "Price",
    show: (agent) => <PriceTag pricePerToken={agent.price_per_token} />,
    race: { getValue: (agent) => agent.price_per_token, wins: "lowest", title: "Lowest" },
  },
  {
    label: "Typical run",
    show: (agent) => formatTypicalCost(agent) ?? NOT_MEASURED,
    race: {
      getValue: (agent) => agent.typical_tokens && agent.typical_tokens * agent.price_per_token,
      wins: "lowest",
      title: "Lowest",
    },
  },
  { label: "Maximum per run", show: (agent) => formatUsdFull(agent.max_cost_per_run) },
  {
    label: "Median time",
    show: (agent) => (agent.median_time === null ? NOT_MEASURED : formatSeconds(agent.median_time)),
    race: { getValue: (agent) => agent.median_time, wins: "lowest", title: "Fastest" },
  },
  {
    label: "Success",
    show: (agent) => (agent.success_rate === null ? NOT_MEASURED : formatPercent(agent.success_rate / 100)),
    race: { getValue: (agent) => agent.success_rate, wins: "highest", title: "Highest" },
  },
  {
    label: "Rating",
    show: (agent) =>
      agent.average_rating === null
        ? "No reviews yet"
        : `${agent.average_rating.toFixed(1)} from ${formatPlural(agent.reviews, "review")}`,
    race: { getValue: (agent) => agent.average_rating, wins: "highest", title: "Highest" },
  },
  {
    label: "Uses",
    show: (agent) => (agent.total_executions === 0 ? NOT_MEASURED : formatUses(agent.total_executions)),
    race: { getValue: (agent) => agent.total_executions, wins: "highest", title: "Most" },
  },
  { label: "Category", show: (agent) => CATEGORY_NAMES[agent.category] },
  {
    label: "Framework",
    show: (agent) => <FrameworkMark framework={agent.framework} name={FRAMEWORK_NAMES[agent.framework]} />,
  },
  { label: "Models", show: (agent) => <Names names={agent.models} none="None" /> },
  {
    label: "Your services",
    show: (agent) => (
      <Names
        names={agent.connectors.map(({ service }) => getChosenServerName(service) ?? service)}
        none="Uses no connectors"
      />
    ),
  },
  {
    label: "Sends requests to",
    show: (agent) => <Names names={(agent.hosts ?? []).map(describeHost)} none="No hosts" />,
  },
  {
    label: "Calls agents",
    show: (agent) =>
      agent.called_agents.length === 0 ? (
        <span className="text-ink-3">None</span>
      ) : (
        <span className="grid justify-items-start gap-1">
          {agent.called_agents.map(({ id, name }) => (
            <AgentLink key={id} id={id} name={name} />
          ))}
        </span>
      ),
  },
  { label: "Inputs", show: (agent) => <InputList inputs={agent.input_params} /> },
];

function formatTypicalCost({ typical_tokens: tokens, price_per_token: price }: Agent): string | null {
  return tokens === null ? null : formatUsdFull(tokens * price);
}
