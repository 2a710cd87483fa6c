import type { AgentVersion } from "@stoa/contract/versions";

export interface Deployment {
  readonly agentId: number;
  readonly agentName: string;
  readonly number: number;
  readonly kind: "Uploaded" | "Made current";
  readonly at: string;
}

/**
 * The time within which an upload makes its version the current one. A later activation is a separate version change.
 */
const SAME_MOMENT_MS = 1000;

interface AgentVersions {
  readonly id: number;
  readonly name: string;
  readonly versions: ReadonlyArray<Pick<AgentVersion, "number" | "created_at" | "activated_at">>;
}

/** Returns the uploads and version changes of all agents, latest first. */
export function getLatestDeployments(agents: readonly AgentVersions[], most: number): Deployment[] {
  const all = agents.flatMap(({ id, name, versions }) =>
    versions.flatMap(({ number, created_at: uploaded, activated_at: activated }) => {
      const agent = { agentId: id, agentName: name, number };
      const isLater = Date.parse(activated) - Date.parse(uploaded) > SAME_MOMENT_MS;
      return [
        { ...agent, kind: "Uploaded" as const, at: uploaded },
        ...(isLater ? [{ ...agent, kind: "Made current" as const, at: activated }] : []),
      ];
    }),
  );
  return all.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, most);
}
