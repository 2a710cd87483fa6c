import type { Agent } from "@stoa/contract/catalog";
import { Link } from "@tanstack/react-router";
import { getButtonClass } from "../../components/button.tsx";
import { useAgentSecrets } from "../../queries/agent-secrets.ts";

/** Shows the developer which variables their agent reads although they are not set; nothing if none is missing. */
export default function MissingSecrets({ agent }: { readonly agent: Agent }) {
  const { data } = useAgentSecrets(agent.id);
  if (data === undefined || data.missing.length === 0) return null;
  return (
    <section className="mb-8">
      <h3 className="mb-3 text-18">Secrets</h3>
      <div role="status" className="border-warn border-l-2 bg-surface py-2.5 pr-3 pl-3 text-14">
        <p>Not set, although the agent's file reads them:</p>
        <ul className="mt-1">
          {data.missing.map((name) => (
            <li key={name} className="mono text-12 [overflow-wrap:anywhere]">
              {name}
            </li>
          ))}
        </ul>
      </div>
      <Link
        to="/developer-studio"
        search={{ agent: agent.id, part: "secrets" }}
        className={`${getButtonClass("outline", "sm")} mt-3`}
      >
        Set secrets
      </Link>
    </section>
  );
}
