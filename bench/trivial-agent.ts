import { UploadReply } from "@stoa/contract";
import type { Client, Person } from "../tests/harness/client.ts";

/** Uploads the agent that does nearly nothing, so that what is measured is the way to it and back. */
export async function uploadTrivialAgent(client: Client, developer: Person): Promise<number> {
  const form = new FormData();
  form.set("name", "Echo");
  form.set("description", "Answers with the message, for measuring");
  form.set(
    "documentation",
    "Send any message; it comes back as it is. This agent exists for the bench alone.",
  );
  form.set("price_per_token", "0.000001");
  form.set("file", new File(["def run(message: str) -> str:\n    return message\n"], "echo.py"));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token: developer.token, form });
  if (answer.status !== 201)
    throw new Error(`upload answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return UploadReply.parse(answer.body).agent.id;
}
