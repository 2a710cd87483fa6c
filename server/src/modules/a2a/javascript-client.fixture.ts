import { randomUUID } from "node:crypto";
import { AgentCard, Role } from "@a2a-js/sdk";
import { ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from "@a2a-js/sdk/client";
import type { TestServer } from "../../../../tests/harness/server.ts";

/** The public URL in cards, which tests on a free port cannot know. */
const PUBLIC_URL = "http://localhost:0";

/** Creates the official client for an agent from its card. */
export async function createClient(
  { client, url }: TestServer,
  agentId: number,
  key: string,
  binding: "JSONRPC" | "HTTP+JSON",
) {
  const fetchImpl: typeof fetch = (address, init) =>
    fetch(String(address).replace(PUBLIC_URL, url), {
      ...init,
      headers: { ...Object(init).headers, "x-api-key": key },
    });
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    preferredTransports: [binding],
  });
  const answer = await client.get(`/a2a/agents/${agentId}/.well-known/agent-card.json`);
  return factory.createFromAgentCard(AgentCard.fromJSON(answer.body));
}

/** Returns a request that sends a text and limits the cost of the run to half a dollar. */
export const createRequest = (text: string, contextId = "") => ({
  tenant: "",
  message: {
    messageId: randomUUID(),
    role: Role.ROLE_USER,
    parts: [
      { content: { $case: "text", value: text } as const, metadata: undefined, filename: "", mediaType: "" },
    ],
    ...{ contextId, taskId: "", metadata: undefined, extensions: [], referenceTaskIds: [] },
  },
  configuration: undefined,
  metadata: { maxCost: 0.5 },
});
