import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_DATA_MB } from "../memory/heap-bounds.ts";
import { buildWorkerCommand } from "./worker-command.ts";
import { WorkerLost } from "./worker-lost.ts";
import { WorkerProcess } from "./worker-process.ts";
import { runWorkerTask } from "./worker-task.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-worker-"));
  chmodSync(folder, 0o755);
  process.env.STOA_SECRET_OF_A_TEST = "a secret";
});

afterAll(() => {
  rmSync(folder, { recursive: true });
  delete process.env.STOA_SECRET_OF_A_TEST;
});

/** Starts a worker that runs this code when it gets its task. */
function startWorker(code: string): WorkerProcess {
  const program = join(folder, `${process.hrtime.bigint()}.mjs`);
  writeFileSync(program, `process.once("message", async () => { ${code} });`);
  return new WorkerProcess(buildWorkerCommand(program));
}

const never = new AbortController().signal;
const work = (worker: WorkerProcess, signal = never) =>
  runWorkerTask(worker, { type: "inspect", source: "" }, { signal });

async function lostBy(code: string): Promise<WorkerLost> {
  const lost = await work(startWorker(code)).then(undefined, (error: unknown) => error);
  if (lost instanceof WorkerLost) return lost;
  throw new Error("the process was not lost", { cause: lost });
}

describe("a worker that ends without a result", () => {
  test.each([
    ["native code that cannot allocate memory", "process.kill(process.pid, 'SIGSEGV');"],
    ["V8 at its limit", "const held = []; for (;;) held.push(new Array(4e6).fill(1.5));"],
  ])("reports that it ran out of memory: %s", { timeout: 60_000 }, async (_what, code) => {
    const lost = await lostBy(code);
    expect(lost).toMatchObject({
      isOfMemory: true,
      message: "The workflow exceeded its memory limit of 1024 MB.",
    });
  });

  test.each([
    ["a worker that ends itself", "process.exit(3);", "the process exited with code 3"],
    ["a worker that is killed", "process.kill(process.pid, 'SIGKILL');", "the process exited with SIGKILL"],
    ["a worker that crashes", "throw new TypeError('ours');", "TypeError: ours"],
    [
      "a worker that reports its error",
      "process.send({ type: 'broken', error: new RangeError('ours') });",
      "ours",
    ],
  ])("reports any other cause: %s", async (_what, code, cause) => {
    const lost = await lostBy(code);
    expect(lost).toMatchObject({
      isOfMemory: false,
      message: "The workflow failed unexpectedly. Please try again.",
    });
    expect((lost.cause as Error).message).toContain(cause);
  });
});

test("the memory limit of the process also covers files, to which no other limit applies", {
  timeout: 60_000,
}, async () => {
  const lost = await lostBy(
    `const held = [];
    try {
      for (;;) held.push(Buffer.alloc(64 * 1024 * 1024, 1));
    } catch (error) {
      process.send({ type: "broken", error: new Error(held.length * 64 + " MB: " + error.message) });
    }`,
  );
  const { message } = lost.cause as Error;
  expect(message).toContain("MB: Array buffer allocation failed");
  expect(Number.parseInt(message, 10)).toBeLessThan(MAX_DATA_MB);
});

test("a process sees nothing of the server's environment", async () => {
  const { inspection } = await work(
    startWorker("process.send({ type: 'inspected', result: { inspection: process.env } });"),
  );
  expect(inspection).toEqual({
    PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
    TZ: "UTC",
    PWD: "/",
    ...noise(inspection),
  });
});

/** Returns the variables that the shell itself sets. */
const noise = (environment: object) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => ["_", "SHLVL", "OLDPWD"].includes(name)));

test.runIf(process.getuid?.() === 0)(
  "the processes of a root server run as an unprivileged user",
  async () => {
    const worker = startWorker("");
    const status = async () => {
      const text = readFileSync(`/proc/${worker.pid}/status`, "utf8");
      return ["Uid", "Gid", "Groups", "CapEff", "CapInh"].map(
        (name) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, "m").exec(text)?.[1],
      );
    };
    const none = "0000000000000000";
    const user = "61001\t61001\t61001\t61001";
    await expect.poll(status).toEqual([user, user, "", none, none]);
    await worker.kill();
  },
);

/** This test runs only if the system allows changing the user. */
test.runIf(process.getuid?.() === 0)("a process has no network, not even to the server", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const lost = await lostBy(
    `const { connect } = await import("node:net");
    const socket = connect(${port}, "127.0.0.1");
    socket.on("connect", () => process.send({ type: "broken", error: new Error("connected") }));
    socket.on("error", (error) => process.send({ type: "broken", error }));`,
  );
  server.close();
  expect((lost.cause as Error).message).toContain("connect ENETUNREACH");
});

test("an aborted task ends its process", async () => {
  const over = new AbortController();
  const worker = startWorker("for (;;);");
  const result = work(worker, over.signal);
  over.abort(new Error("cancelled"));
  await expect(result).rejects.toThrow("cancelled");
  expect(await worker.ended).toMatchObject({ how: "SIGKILL" });
});
