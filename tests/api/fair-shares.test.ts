import { ExecutionResult, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { uploadForm } from "../../server/src/modules/catalog/catalog-server.fixture.ts";
import { parseAnswer } from "../harness/client.ts";
import { useTestServer } from "../harness/server.ts";

/**
 * The number of runs that the server executes at the same time, 64 by default. The share of an account depends on this
 * number.
 */
const SLOTS = 16;
const server = useTestServer({ env: { STOA_RUN_CAPACITY: String(SLOTS) } });

const SLEEPS = `import time
def run(message: str, seconds: int = 0):
    yield "on"
    time.sleep(seconds)
`;
const SLEEPS_IN_ITS_TRIAL = "import time\ndef run(message):\n    time.sleep(50)\n    return message\n";
const ECHO = "def run(message):\n    return message\n";

const upload = (token: string, name: string, content: string, price = "0.0001") =>
  server().client.call("POST", "/api/v1/agents/upload", {
    token,
    form: uploadForm({ fields: { name, price_per_token: price }, file: { name: "agent.py", content } }),
  });

/** Creates a new account with its own agent. */
async function createDeveloper(name: string, content: string, price?: string) {
  const { token } = await server().client.register();
  const { agent } = parseAnswer(UploadReply, await upload(token, name, content, price));
  return { token, agentId: agent.id };
}

test("a paying customer gets answers while the runs of two free accounts sleep", async () => {
  const { client } = server();
  const attackers = [await createDeveloper("Sleeper 1", SLEEPS), await createDeveloper("Sleeper 2", SLEEPS)];
  const { agentId } = await createDeveloper("Honest", ECHO);
  const customer = await client.register();
  const sleeping = attackers.flatMap(({ token, agentId: agent_id }) =>
    Array.from({ length: SLOTS }, () =>
      client
        .post(
          "/api/v1/execute/run",
          { agent_id, input_data: { message: "go", seconds: 60 } },
          { token, headers: { prefer: "respond-async" } },
        )
        .catch(() => undefined),
    ),
  );
  const accepted = await Promise.race(sleeping);
  expect(accepted?.status).toBe(202);
  for (let n = 0; n < 5; n += 1) {
    const answer = await client.post(
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message: `hello ${n}` } },
      { token: customer.token },
    );
    expect(parseAnswer(ExecutionResult, answer)).toMatchObject({ success: true, agent_output: `hello ${n}` });
  }
});

test("an account can upload while trial runs of two other accounts sleep", async () => {
  const { client } = server();
  const attackers = [await client.register(), await client.register()];
  let ended = 0;
  for (const { token } of attackers)
    for (const n of [1, 2, 3])
      void upload(token, `Slow ${token.slice(-6)} ${n}`, SLEEPS_IN_ITS_TRIAL)
        .then(() => (ended += 1))
        .catch(() => undefined);
  await createDeveloper("Quick", ECHO);
  expect(ended).toBe(0);
});
