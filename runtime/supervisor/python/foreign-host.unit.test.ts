import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startForeignHost } from "./testing/foreign-host.ts";
import { HOSTILE_AGENTS } from "./testing/hostile-agents.ts";
import { isRunning, listIdleProcesses, waitUntil } from "./testing/processes.ts";
import { LAUNCHERS, openTestRuntime } from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.each([
  ["this user", "never", false],
  ["an ordinary user", "never", true],
  ["this user", "first-use", false],
  ["an ordinary user", "first-use", true],
] as const)("a host that is run by %s with the setting parents=%s", (_who, parents, asOrdinaryUser) => {
  it("ends every process of its runs when it is killed", async () => {
    const host = await startForeignHost("sleep", parents, asOrdinaryUser);
    const [word, ...pids] = (await host.line()).split(" ");
    expect(word).toBe("running");
    // Each of the two runs has a monitor and an agent. Two bubblewrap processes belong to each run, or to a parent
    // that also has two spares.
    const expected = parents === "never" ? 8 : listIdleProcesses(2) + 4;
    expect(pids).toHaveLength(expected);
    expect(pids.map(Number).filter(isRunning)).toHaveLength(expected);
    host.killHard();
    await host.ended;
    await waitUntil(() => !pids.map(Number).some(isRunning));
  });
});

const report = z.object({
  uid: z.number(),
  left: z.array(z.number()),
  finished: z.array(
    z.object({ name: z.string(), outcome: z.string(), output: z.json(), message: z.string().nullable() }),
  ),
});

// The short suite runs these agents only as root, in hostile-agents.unit.test.ts.
it.runIf(process.env.STOA_TEST_LONG).each(LAUNCHERS)(
  "in %s, every hostile agent of an ordinary user ends as expected",
  async (_name, parents) => {
    const host = await startForeignHost("hostile", parents, true);
    const { uid, left, finished } = report.parse(JSON.parse(await host.line()));
    expect(uid).not.toBe(0);
    expect(left).toEqual([]);
    for (const agent of HOSTILE_AGENTS) {
      const ended = finished.find(({ name }) => name === agent.name);
      expect(ended).toMatchObject({
        outcome: agent.outcome,
        ...(agent.output === undefined ? {} : { output: agent.output }),
        ...(agent.message ? { message: expect.stringContaining(agent.message) } : {}),
      });
    }
  },
);

it("a new host removes the files that a killed host left behind", async () => {
  const test = await openTestRuntime();
  const left = join(test.runDirectory, "g", "4194303-00000000");
  mkdirSync(left);
  const again = await openTestRuntime({ runDirectory: test.runDirectory });
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(join(test.runDirectory, "g"))).toHaveLength(2);
  await again.runtimes.close();
  await test.close();
});
