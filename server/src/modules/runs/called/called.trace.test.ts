import { RunTrace } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";
import { CALLS, people, runAgent } from "./called.fixture.ts";

const stack = useRuns();

const BROKEN = `def run(message: str) -> str:
    raise ValueError("cannot read " + message)
`;

test.each([
  ["failed", (id: number) => `call(${id}, message=message)`, "cannot read go-secret"],
  [
    "was refused",
    (id: number) => `ask(f"/agents/${id}/invoke", {"input_data": {}, message: 1})`,
    "go-secret",
  ],
])(
  "the developer sees why a called agent %s only after the caller has shared the run",
  async (_, expression, words) => {
    const all = stack();
    const { caller, developer, other } = await people(all);
    const broken = await all.agent(other.accountId, { source: BROKEN });
    const source = `${CALLS}\ndef run(message: str):\n    ${expression(broken)}\n    return "done"\n`;
    const agentId = await all.agent(developer.accountId, { source, content: { agents: [broken] } });
    const { run_id } = await runAgent(all, caller.token, agentId, { input_data: { message: "go-secret" } });
    const path = `/api/v1/execute/runs/${run_id}`;
    const calls = async (token: string) =>
      parseAnswer(RunTrace, await all.client.get(`${path}/trace`, { token })).entries.filter(
        ({ type }) => type === "agent_call",
      );

    const told = [{ agent_id: broken, reason: expect.stringContaining(words) }];
    expect(await calls(caller.token)).toMatchObject(told);
    expect(await calls(developer.token)).toMatchObject([{ agent_id: broken, reason: null }]);
    await all.client.put(`${path}/share`, { shared: true }, { token: caller.token });
    expect(await calls(developer.token)).toMatchObject(told);
  },
);
