import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { resolveFromRoot } from "./lib/root.mjs";

/** The ID of the sample agent on the landing page. */
const AGENT_ID = 1;
const MESSAGE = "I was charged twice for order AB-204, $49.90 each. Please fix it today.";
const FILE = "web/src/features/landing/recorded-run.json";

const [origin = "http://localhost:8080"] = process.argv.slice(2);

/**
 * The fields that are read from the answers. Each answer has some of them.
 * @typedef {{
 * detail?: string, access_token: string, name: string, id: number, framework: string, price_per_token: number,
 * input_tokens: number, success: boolean, tokens_used: number, cost: number, execution_time: number,
 * agent_output: unknown, metadata: { timestamp: string },
 * }} Answer
 */

/**
 * @param {string} path
 * @param {object} [body]
 * @param {string} [token]
 */
async function ask(path, body, token) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = /** @type {Answer} */ (await response.json());
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${answer.detail}`);
  return answer;
}

const username = `recorder-${randomBytes(4).toString("hex")}`;
const password = randomBytes(18).toString("base64url");
const { access_token: token } = await ask("/users/register", {
  username,
  email: `${username}@example.com`,
  password,
});
const run = { agent_id: AGENT_ID, input_data: { message: MESSAGE } };
const agent = await ask(`/agents/${AGENT_ID}`);
const estimate = await ask("/execute/estimate", run, token);
const result = await ask("/execute/run", run, token);
if (!result.success) throw new Error(`The run failed: ${result.detail}`);

const recorded = {
  recordedAt: result.metadata.timestamp,
  agent: agent.name,
  agentId: agent.id,
  framework: agent.framework,
  pricePerToken: agent.price_per_token,
  message: MESSAGE,
  inputTokens: estimate.input_tokens,
  tokens: result.tokens_used,
  cost: result.cost,
  seconds: result.execution_time,
  output: result.agent_output,
};
writeFileSync(resolveFromRoot(FILE), `${JSON.stringify(recorded, null, 2)}\n`);
console.log(`${recorded.agent}: ${recorded.tokens} tokens, ${recorded.cost} USD, written to ${FILE}`);
