import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { useRuns } from "./runs.fixture.ts";

const stack = useRuns();

/** In lines, so that all of it is counted; no cache has seen it. */
const noise = () => Array.from({ length: 4 }, () => randomBytes(5_600).toString("base64")).join("\n");

async function longestDelay(work: () => unknown): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  await delay(20);
  await work();
  await delay(20);
  delays.disable();
  return delays.max;
}

test("estimates of long inputs do not keep other readers waiting", async () => {
  const { client, person, agent } = stack();
  const caller = await person();
  const agent_id = await agent((await person()).accountId, {});
  const estimate = (message: string) =>
    client.post("/api/v1/execute/estimate", { agent_id, input_data: { message } }, { token: caller.token });
  expect((await estimate("Hello")).status).toBe(200);
  const inputs = Array.from({ length: 24 }, noise);
  /** To count one of them without a pause. */
  const control = await longestDelay(() => encode(noise()));
  const answers: number[] = [];
  const counting = await longestDelay(async () => {
    const all = await Promise.all(inputs.map(estimate));
    answers.push(...all.map(({ status }) => status));
  });
  expect(answers).toEqual(inputs.map(() => 200));
  expect(counting).toBeLessThan(2 * control);
});
