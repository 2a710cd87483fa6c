import { UploadReply } from "@stoa/contract";
import { type Client, type Person, parseAnswer } from "../harness/client.ts";

/** Uploads a file as the developer's own agent and returns the agent's id. */
export async function uploadAgent(
  client: Client,
  { token }: Person,
  name: string,
  code: string,
  pricePerToken = "0.00005",
  filename = "agent.py",
): Promise<number> {
  const form = new FormData();
  const fields = {
    name,
    description: `${name}, made for a test`,
    documentation:
      "Send any text as the message. The test that uploads the agent says what it does with the text.",
    category: "general",
    price_per_token: pricePerToken,
    confirm_price: "true",
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new File([code], filename));
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  if (answer.status !== 201)
    throw new Error(`upload answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return parseAnswer(UploadReply, answer).agent.id;
}
