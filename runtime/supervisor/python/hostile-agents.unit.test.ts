import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HOSTILE_AGENTS } from "./testing/hostile-agents.ts";
import { listIdleProcesses, listSandboxProcesses, waitUntil } from "./testing/processes.ts";
import { openTestRuntime, runAgent, type TestRuntime, USUAL_LAUNCHERS } from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SPARES = 2;

// The same monitor isolates the runs of both kinds.
describe.each(USUAL_LAUNCHERS)("in %s", (_name, parents) => {
  let test: TestRuntime;
  const servers: Server[] = [];
  let hostPort = 0;

  function listen(address: { port: number; host: string } | { path: string }): Promise<Server> {
    const server = createServer((socket) => socket.destroy());
    servers.push(server);
    return new Promise((resolve) => server.listen(address, () => resolve(server)));
  }

  beforeAll(async () => {
    process.env.STOA_TEST_SECRET = "seen";
    test = await openTestRuntime({ parents, spares: SPARES });
    const address = (await listen({ port: 0, host: "127.0.0.1" })).address();
    if (typeof address === "object" && address) hostPort = address.port;
    await listen({ path: "\0stoa-host-abstract" });
  });

  afterAll(async () => {
    for (const server of servers) server.close();
    await test.close();
  });

  describe("an agent that", () => {
    for (const agent of HOSTILE_AGENTS) {
      it.concurrent(`${agent.name}: ${agent.outcome}`, async ({ expect }) => {
        const { receipt } = await runAgent(test.runtime, agent.source, {
          input: { message: "hello", host_file: import.meta.filename, host_port: hostPort },
          ...(agent.limits ? { limits: agent.limits } : {}),
        });
        const { error } = receipt;
        expect(receipt, error?.developerDetail ?? "").toMatchObject({
          outcome: agent.outcome,
          ...(agent.output === undefined ? {} : { output: agent.output }),
          ...(agent.message ? { error: { message: expect.stringContaining(agent.message) } } : {}),
        });
      });
    }
  });

  it("an agent answers while fork bombs run at the same time", async () => {
    const bombs = HOSTILE_AGENTS.filter(({ outcome }) => outcome === "timeout" || outcome === "output_limit");
    const exploding = bombs.map(({ source, limits }) =>
      runAgent(test.runtime, source, { limits: { ...limits, wallMs: 2000 } }),
    );
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, number) =>
        runAgent(test.runtime, "def main(message): return message", { input: { message: `m${number}` } }),
      ),
    );
    expect(answers.map(({ receipt }) => receipt.output)).toEqual(["m0", "m1", "m2", "m3", "m4"]);
    await Promise.all(exploding);
  });

  it("no process and no socket is left behind", async () => {
    await waitUntil(
      () => listSandboxProcesses().length === (parents === "never" ? 0 : listIdleProcesses(SPARES)),
    );
    const [host] = readdirSync(join(test.runDirectory, "g"));
    const left = readdirSync(join(test.runDirectory, "g", host ?? ""));
    expect(left).toEqual(parents === "never" ? [] : ["p1"]);
  });
});
