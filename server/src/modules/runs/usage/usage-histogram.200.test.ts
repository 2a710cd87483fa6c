import { UsageHistogram, UsageHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useRuns } from "../runs.fixture.ts";

const stack = useRuns();

/** Creates a caller with two completed runs of one agent, and one failed run of another. */
async function caller() {
  const { client, person, agent } = stack();
  const [someone, developer] = [await person(), await person()];
  const echo = await agent(developer.accountId, { name: "Customer Support Bot" });
  const broken = await agent(developer.accountId, {
    name: '=Broken "agent"',
    source: "def run(message: str):\n    raise ValueError('x')\n",
  });
  for (const agent_id of [echo, echo, broken])
    await client.post(
      "/api/v1/execute/run",
      { agent_id, input_data: { message: `to ${agent_id}` } },
      { token: someone.token },
    );
  const get = (path: string) => client.get(`/api/v1/execute/my-usage${path}`, { token: someone.token });
  return { ...someone, echo, get };
}

const sum = ({ buckets }: UsageHistogram) => ({
  success: buckets.reduce((total, { success }) => total + success, 0),
  error: buckets.reduce((total, { error }) => total + error, 0),
});

test("a histogram has a bucket for each UTC hour or day of its period, even without runs", async () => {
  const { get } = await caller();
  const day = parseAnswer(UsageHistogram, await get("/histogram?period=24h"));
  expect(day.bucket).toBe("hour");
  expect(day.buckets).toHaveLength(25);
  expect(day.buckets.every(({ start }) => start.endsWith(":00:00.000Z"))).toBe(true);
  expect(sum(day)).toEqual({ success: 2, error: 1 });
  const week = parseAnswer(UsageHistogram, await get("/histogram"));
  expect(week.bucket).toBe("day");
  expect(week.buckets).toHaveLength(8);
  expect(sum(week)).toEqual({ success: 2, error: 1 });
  const history = parseAnswer(UsageHistory, await get("?period=7d"));
  const spent = week.buckets.reduce((total, { cost }) => total + cost, 0);
  expect(spent).toBeCloseTo(
    history.usage_history.reduce((total, { cost }) => total + cost, 0),
    9,
  );
});

test("the histogram applies the same filters as the history", async () => {
  const { get, echo } = await caller();
  const counted = async (query: string) => sum(parseAnswer(UsageHistogram, await get(`/histogram?${query}`)));
  expect(await counted("status=error")).toEqual({ success: 0, error: 1 });
  expect(await counted(`agent_id=${echo}`)).toEqual({ success: 2, error: 0 });
  expect(await counted(`search=to ${echo}`)).toEqual({ success: 2, error: 0 });
  expect((await get("/histogram?period=1y")).status).toBe(400);
  expect(parseAnswer(UsageHistory, await get("?status=success")).total).toBe(2);
});

test("downloads all matching runs as CSV in which no agent name is read as a formula", async () => {
  const { get } = await caller();
  const answer = await get("?status=error&format=csv&limit=1&offset=7");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="stoa-usage-logs.csv"');
  const [head, line, ...rest] = String(answer.body).split("\r\n");
  expect(head).toBe(
    "id,created_at,agent_id,agent_name,version,status,execution_seconds,tokens,cost_usd,task,parent_run_id,failure_charge_usd,error",
  );
  expect(line).toContain('"\'=Broken ""agent""",1,failed,');
  expect(rest).toEqual([""]);
});
