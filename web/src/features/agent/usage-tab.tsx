import type { Agent, InputParam } from "@stoa/contract/catalog";
import { CodeExamples } from "../../components/code-examples.tsx";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { Figure } from "../../components/stat.tsx";
import { formatPricePerMillion, formatUsdFull, NOT_MEASURED } from "../../lib/format.ts";
import { getExampleInput, toCodeInput } from "../../lib/input-fields.ts";
import { useSignedIn } from "../../lib/session.ts";
import { OtherClients } from "./other-clients.tsx";
import { OwnRuns } from "./own-runs.tsx";

/** Shows how to use the agent (its cost, its inputs and how to call it) and the user's own runs. */
export default function UsageTab({ agent }: { readonly agent: Agent }) {
  const signedIn = useSignedIn();
  const input = toCodeInput(agent.input_params, getExampleInput(agent));
  const typical = agent.typical_tokens === null ? null : agent.typical_tokens * agent.price_per_token;
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="hairgrid sm:grid-cols-3">
        <Figure
          label="Price"
          value={agent.price_per_token === 0 ? "Free" : formatPricePerMillion(agent.price_per_token)}
          note="per 1M tokens"
        />
        <Figure
          label="Typical run"
          value={typical === null ? NOT_MEASURED : formatUsdFull(typical)}
          note={typical === null ? "Not measured yet" : getTypicalNote(agent)}
        />
        <Figure label="At most" value={formatUsdFull(agent.max_cost_per_run)} note="per run" />
      </div>
      <section>
        <h3 className="mb-3 text-18">Input</h3>
        <ParamTable params={agent.input_params} />
      </section>
      <section className="min-w-0">
        <h3 className="mb-1 text-18">Call it</h3>
        <p className="mb-3 text-14 text-ink-2">Use your API key from the dashboard, in any language.</p>
        <CodeExamples agentId={agent.id} input={input} withSdk />
      </section>
      <section className="min-w-0">
        <h3 className="mb-1 text-18">Use it from other clients</h3>
        <p className="mb-3 text-14 text-ink-2">The same balance and limits, without Stoa's own API.</p>
        <OtherClients agentId={agent.id} input={input} />
      </section>
      {signedIn && <OwnRuns agent={agent} />}
    </div>
  );
}

function getTypicalNote({ called_agents }: Agent): string {
  return called_agents.length > 0 ? "median, excluding called agents" : "median";
}

function ParamTable({ params }: { readonly params: readonly InputParam[] }) {
  return (
    <ScrollRegion label="Input" framed>
      <table className="w-full text-left text-14">
        <thead className="label border-line border-b">
          <tr>
            <th className="px-4 py-2 font-normal">Name</th>
            <th className="px-4 py-2 font-normal">Type</th>
            <th className="px-4 py-2 font-normal">Description</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {params.map((param) => (
            <tr key={param.name} className="align-baseline">
              <td className="mono whitespace-nowrap px-4 py-2.5 text-12">
                {param.name}
                {!param.required && <span className="ml-2 text-ink-3">optional</span>}
              </td>
              <td className="mono px-4 py-2.5 text-12 text-ink-2">
                {param.choices ? param.choices.join(" | ") : param.type}
              </td>
              <td className="min-w-48 px-4 py-2.5 text-ink-2">{param.description || NOT_MEASURED}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
