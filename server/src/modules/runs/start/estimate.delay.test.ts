import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { useRuns } from "../runs.fixture.ts";

const stack = useRuns();

/** Returns random text that no cache contains. It has several lines, so that all of it is counted. */
const noise = () => Array.from({ length: 4 }, () => randomBytes(5_600).toString("base64")).join("\n");

/** Every Linux kernel reports processor time in ticks of this length. */
const MS_PER_TICK = 10;

/**
 * Returns the processor time of the calling thread, which runs the event loop. It does not grow while other threads
 * work.
 */
function threadCpuMs(): number {
  const stat = readFileSync("/proc/thread-self/stat", "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * MS_PER_TICK;
}

async function measureCpu(work: () => unknown): Promise<number> {
  const before = threadCpuMs();
  await work();
  return threadCpuMs() - before;
}

test("estimates of long inputs do not block the event loop", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const estimate = (message: string) =>
    client.post("/api/v1/execute/estimate", { agent_id, input_data: { message } }, { token: caller.token });
  expect((await estimate("Hello")).status).toBe(200);
  const inputs = Array.from({ length: 24 }, noise);
  const control = await measureCpu(() => Array.from({ length: 24 }, noise).map((text) => encode(text)));
  const answers: number[] = [];
  const estimating = await measureCpu(async () => {
    const all = await Promise.all(inputs.map(estimate));
    answers.push(...all.map(({ status }) => status));
  });
  expect(answers).toEqual(inputs.map(() => 200));
  expect(estimating).toBeLessThan(control / 2);
});
