import type { Agent } from "@stoa/contract/catalog";
import { AgentPackages } from "../../../components/versions/version-packages.tsx";

/** Shows the packages of an agent's current version to its developer. */
export default function StudioPackages({ agent }: { readonly agent: Agent }) {
  if (agent.packages !== undefined) return <AgentPackages agent={agent} />;
  return (
    <p className="text-14 text-ink-2">
      Version {agent.version} runs with the packages of this server. To use others, declare them in a script
      block at the top of the file and upload a version.
    </p>
  );
}
