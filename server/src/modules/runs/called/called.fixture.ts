import { ExecutionResult } from "@stoa/contract";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import type { useRuns } from "../runs.fixture.ts";

/** The code of an agent that calls another: `call(id, **input)` returns the status and the body of the answer. */
export const CALLS = `
import json, os, urllib.error, urllib.request
GATEWAY = os.environ["STOA_CONNECTORS_URL"].removesuffix("/connectors")
TOKEN = os.environ["STOA_CONNECTORS_TOKEN"]
def ask(path, body, method="POST"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(GATEWAY + path, data, headers, method=method)) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)
def call(agent, **given):
    return ask(f"/agents/{agent}/invoke", {"input_data": given})
`;

type Stack = ReturnType<ReturnType<typeof useRuns>>;

/** Creates a caller, the developer of the agent that is run, and the developer of the agents that it calls. */
export async function people({ person }: Stack, credits?: bigint) {
  const [caller, developer, other] = await Promise.all([person(credits), person(0n), person(0n)]);
  return { caller, developer, other };
}

/** Runs an agent over HTTP. */
export async function runAgent({ client }: Stack, token: string, agentId: number, more: object = {}) {
  const body = { agent_id: agentId, input_data: { message: "go" }, ...more };
  return parseAnswer(ExecutionResult, await client.post("/api/v1/execute/run", body, { token }));
}
