import { AgentHosts } from "@stoa/contract";
import { type Client, type Person, parseAnswer } from "./client.ts";

/** Allows an agent to reach its declared hosts when this person runs it, if the agent needs this permission. */
export async function allowHosts(
  client: Client,
  { token }: Pick<Person, "token">,
  agentId: number,
): Promise<void> {
  const path = `/api/v1/agents/${agentId}/hosts`;
  const { hosts, state } = parseAnswer(AgentHosts, await client.get(path, { token }));
  if (state !== "not_granted") return;
  parseAnswer(AgentHosts, await client.post(`${path}/allow`, { hosts }, { token }));
}
