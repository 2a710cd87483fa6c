import { type SnippetSubject, toPythonLiteral } from "./code-snippets.ts";

/** A protocol of others that existing clients speak. */
export type ClientProtocol = "OpenAI" | "MCP" | "A2A";

export const CLIENT_PROTOCOLS: readonly ClientProtocol[] = ["OpenAI", "MCP", "A2A"];

export type ClientSubject = Pick<SnippetSubject, "origin" | "agentId" | "input">;

/** Splits an input into the text that a client sends as its message, and the other inputs. */
function splitMessage(input: object): { message: string; others: object } {
  const entries = Object.entries(input);
  const [name, message] =
    entries.find(([each]) => each === "message") ??
    entries.find(([, value]) => typeof value === "string") ??
    [];
  const others = Object.fromEntries(entries.filter(([each]) => each !== name));
  return { message: typeof message === "string" ? message : "Hello", others };
}

const SNIPPETS: Record<ClientProtocol, (subject: ClientSubject) => string> = {
  OpenAI: ({ origin, agentId, input }) => {
    const { message, others } = splitMessage(input);
    const hasOthers = Object.keys(others).length > 0;
    return `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["STOA_API_KEY"])
answer = client.chat.completions.create(
    model="agent/${agentId}",
    messages=[{"role": "user", "content": ${toPythonLiteral(message, "")}}],
${hasOthers ? `    extra_body=${toPythonLiteral({ input_data: others }, "    ")},\n` : ""})
print(answer.choices[0].message.content)
`;
  },
  MCP: ({ origin, agentId }) => `${JSON.stringify(
    {
      mcpServers: {
        [`stoa-agent-${agentId}`]: { type: "http", url: `${origin}/mcp/agents/${agentId}` },
      },
    },
    null,
    2,
  )}
`,
  A2A: ({ origin, agentId, input }) => `import asyncio, os
import httpx
from a2a.client import ClientConfig, create_client
from a2a.helpers import get_artifact_text, new_text_message
from a2a.types import Role, SendMessageRequest

async def main():
    http = httpx.AsyncClient(headers={"X-API-Key": os.environ["STOA_API_KEY"]}, timeout=120)
    config = ClientConfig(httpx_client=http, streaming=False)
    client = await create_client("${origin}/a2a/agents/${agentId}", config)
    message = new_text_message(${toPythonLiteral(splitMessage(input).message, "")}, role=Role.ROLE_USER)
    async for event in client.send_message(SendMessageRequest(message=message)):
        print(get_artifact_text(event.task.artifacts[0]))

asyncio.run(main())
`,
};

/** The language of each protocol's code or settings, for highlighting. */
export const CLIENT_LANGUAGES: Readonly<Record<ClientProtocol, string>> = {
  OpenAI: "python",
  MCP: "json",
  A2A: "python",
};

/** Returns code or settings with which a client of another protocol runs an agent. */
export function createClientSnippet(protocol: ClientProtocol, subject: ClientSubject): string {
  return SNIPPETS[protocol](subject);
}
