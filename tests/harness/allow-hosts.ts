import { AgentHosts } from "@stoa/contract";
import { type Client, type Person, parseAnswer } from "./client.ts";

/** Allows an agent to reach its declared hosts for this person, if the person must be asked. */
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
