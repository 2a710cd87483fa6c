import { inspect } from "node:util";
import { expect, test } from "vitest";
import { CALLS, people, runAgent } from "../../modules/runs/called/called.fixture.ts";
import { PRICE, useRuns } from "../../modules/runs/runs.fixture.ts";
import { createAdmin } from "./admin.fixture.ts";

const stack = useRuns();
/** Parts of the run's input, output and log. Operators must not see any of them. */
const SECRETS = ["go on then", "the answer is", "between us"];

/** Creates a run with a child run, and the people involved. */
async function ran() {
  const all = stack();
  const { caller, developer, other } = await people(all);
  const echo = await all.agent(other.accountId, { name: "Echo", price: 2n * PRICE });
  const source = `${CALLS}
def run(message: str):
    print("between us")
    call(${echo}, message=message)
    return "the answer is " + message
`;
  const agentId = await all.agent(developer.accountId, {
    name: "Asks Echo",
    source,
    content: { agents: [echo] },
  });
  const result = await runAgent(all, caller.token, agentId, { input_data: { message: "go on then" } });
  expect(result.agent_output).toBe("the answer is go on then");
  const readName = async ({ userId }: { userId: string }) => {
    const user = all.db.selectFrom("users").select("username").where("id", "=", userId);
    return (await user.executeTakeFirstOrThrow()).username;
  };
  const names = { caller: await readName(caller), developer: await readName(developer) };
  return { ...all, admin: createAdmin(all.db), result, agentId, echo, caller, names };
}

test("show-run shows the people, the outcome and the money of a run, but no input, output or log", async () => {
  const { admin, result, agentId, echo, names } = await ran();
  const shown = await admin("show-run", result.run_id);
  expect(shown.data).toMatchObject({
    runId: result.run_id,
    ...names,
    agentId,
    agentName: "Asks Echo",
    version: 1,
    status: "completed",
    stopReason: "end",
    errorCode: null,
    keyId: null,
    tokens: result.tokens_used,
    cost: BigInt(Math.round(result.cost * 1e9)),
    refundedAt: null,
    calledRuns: [{ agentId: echo, agentName: "Echo", status: "completed" }],
  });
  expect(shown.lines[0]).toBe(result.run_id);
  expect(shown.lines.join("\n")).toContain(`Echo (agent ${echo}), completed`);
  for (const secret of SECRETS) expect(shown.lines.join() + inspect(shown.data)).not.toContain(secret);
  const called = result.called_runs[0]?.run_id ?? "";
  expect((await admin("show-run", called)).lines.join("\n")).toMatch(
    new RegExp(`started by +${result.run_id}`),
  );
});

test("show-agent shows an agent's state, owner, callers' runs and revenue, but not its source", async () => {
  const { admin, agentId, echo, names } = await ran();
  await expect
    .poll(async () => (await admin("show-agent", String(agentId))).data)
    .toMatchObject({ name: "Asks Echo", owner: names.developer, isActive: true, liveRuns: 0 });
  const shown = await admin("show-agent", String(agentId));
  expect(shown.data).toMatchObject({ version: 1, versions: 1, calledAgents: [echo], pricePerToken: PRICE });
  expect(Object(shown.data).gross).toBeGreaterThan(0n);
  expect(shown.lines.join() + inspect(shown.data)).not.toContain("import");
  await admin("suspend-agent", String(agentId), "--reason", "Spam");
  expect((await admin("show-agent", String(agentId))).lines.join("\n")).toMatch(
    /state +suspended since .* UTC: Spam \(otherwise active\)/,
  );
  await expect(admin("show-agent", "999999")).rejects.toThrow("There is no agent 999999.");
});

test("show-user finds a user by name, email address or id and shows plan, money, runs and state", async () => {
  const { admin, result, caller, names, money } = await ran();
  const shown = await admin("show-user", names.caller);
  const spent = BigInt(Math.round(result.total_cost * 1e9));
  expect(shown.data).toMatchObject({
    ...{ username: names.caller, userId: caller.userId, accountId: caller.accountId },
    ...{ plan: "free", isOperator: false, suspendedAt: null, leftAt: null },
    ...{
      agents: 0,
      runs: 2,
      failedRuns: 0,
      liveRuns: 0,
      spent,
      costOfRuns: spent,
    },
    balance: (await money.balance(caller.accountId)).balance,
  });
  for (const other of [caller.userId, caller.accountId, `${names.caller}@EXAMPLE.test`])
    expect((await admin("show-user", other)).data).toEqual(shown.data);
  await expect(admin("show-user", "nobody")).rejects.toThrow('There is no user "nobody".');
});
