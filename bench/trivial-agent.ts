import { UploadReply } from "@stoa/contract";
import type { Client, Person } from "../tests/harness/client.ts";

/** Uploads an agent that does almost nothing, so that the benchmark measures only the path to the agent and back. */
export function uploadTrivialAgent(client: Client, developer: Person): Promise<number> {
  return uploadAgent(client, developer, "def run(message: str) -> str:\n    return message\n");
}

/** Uploads a Python agent with this source. @returns its id */
export function uploadAgent(client: Client, developer: Person, source: string): Promise<number> {
  return uploadAgentFile(client, developer, new File([source], "echo.py"));
}

/** Uploads an agent, named after its file, with a price that is almost nothing. @returns its id */
export async function uploadAgentFile(client: Client, developer: Person, file: File): Promise<number> {
  const form = new FormData();
  form.set("name", file.name);
  form.set("description", "Returns the message, for benchmarks");
  form.set(
    "documentation",
    "Send any message to get it back unchanged. This agent exists only for the benchmark.",
  );
  form.set("price_per_token", "0.000001");
  form.set("file", file);
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  if (answer.status !== 201)
    throw new Error(`upload returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  return UploadReply.parse(answer.body).agent.id;
}
