import { Link } from "@tanstack/react-router";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { AgentLink } from "../../components/agent-link.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { RunOutput } from "../../components/run-output.tsx";
import { RunReceipt } from "../../components/run-receipt.tsx";
import type { Side } from "./use-side.ts";

/** Shows one agent's answer as it streams, its cost and its receipt. */
export function SideColumn({ side }: { readonly side: Side }) {
  const agent = side.agent.data;
  if (agent === undefined) {
    return (
      <p className="border border-control border-dashed p-6 text-center text-14 text-ink-2">
        {side.agent.isError ? "Could not load this agent." : "Choose an agent for this side."}
      </p>
    );
  }
  const { state } = side;
  return (
    <div className="grid min-w-0 content-start gap-4">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2">
        <AgentGlyph agentId={agent.id} framework={agent.framework} size={36} />
        <h2 className="min-w-0 flex-1 text-18">
          <AgentLink id={agent.id} name={agent.name} />
        </h2>
        <PriceTag pricePerToken={agent.price_per_token} />
      </div>
      {side.isUnfit && (
        <p className="text-14 text-warn">
          This agent needs more inputs; open <TryLink id={agent.id}>its own page</TryLink>.
        </p>
      )}
      <RunOutput state={state} onFollow={side.follow} label={`Output of ${agent.name}`} />
      {state.code === "grant_needed" && (
        <p className="text-14 text-ink-2">
          It uses your services or sends requests to other servers.{" "}
          <TryLink id={agent.id}>Grant access on its page</TryLink>, then run both again.
        </p>
      )}
      {state.result !== null && <RunReceipt result={state.result} pricePerToken={agent.price_per_token} />}
    </div>
  );
}

function TryLink({ id, children }: { readonly id: number; readonly children: string }) {
  return (
    <Link to="/agent/$id" params={{ id: String(id) }} search={{ tab: "tryit" }} className="link">
      {children}
    </Link>
  );
}
