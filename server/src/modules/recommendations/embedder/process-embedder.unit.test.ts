import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { EmbedderUnavailable } from "./embedder.ts";
import { getEmbedderUser, ProcessEmbedder } from "./process-embedder.ts";

// On a busy machine the model takes some seconds to load.
vi.setConfig({ testTimeout: 30_000 });

const PROGRAM = fileURLToPath(new URL("../../../../embedder/embedder-process.mjs", import.meta.url));
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function open(options: { program?: string; answerMs?: number; pauseMs?: number } = {}): ProcessEmbedder {
  const embedder = new ProcessEmbedder({ program: PROGRAM, ...options });
  opened.push(embedder);
  return embedder;
}

/** Returns a program that replaces the embedder's. */
function program(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "stoa-embedder-"));
  opened.push({ close: async () => rmSync(folder, { recursive: true }) });
  const path = join(folder, "program.mjs");
  writeFileSync(path, code);
  return path;
}

const cosine = (a: number[] = [], b: number[] = []) =>
  a.reduce((sum, x, place) => sum + x * (b[place] ?? 0), 0);

test.runIf(process.getuid?.() === 0 && getEmbedderUser(PROGRAM).uid !== undefined)(
  "the embedder runs as an unprivileged user if the server runs as root",
  async () => {
    const embedder = open();
    await embedder.embed(["bread"]);
    expect(statSync(`/proc/${embedder.pid}`).uid).toBe(getEmbedderUser(PROGRAM).uid);
  },
);

test("similar phrases have closer vectors than unrelated ones, and the process starts with the first request", async () => {
  const embedder = open();
  expect(embedder.pid).toBeUndefined();
  const [bread, loaf, tax] = await embedder.embed([
    "how to bake bread",
    "making a loaf in the oven",
    "tax return",
  ]);
  expect(bread).toHaveLength(512);
  expect(cosine(bread, bread)).toBeCloseTo(1, 3);
  expect(cosine(bread, loaf)).toBeGreaterThan(cosine(bread, tax) + 0.1);
});

test("a killed process fails its waiting requests, and the next request starts another", async () => {
  const embedder = open({ pauseMs: 0 });
  await embedder.embed(["begin"]);
  const first = embedder.pid as number;
  const asked = embedder.embed(["a text"]);
  process.kill(first, "SIGKILL");
  await expect(asked).rejects.toThrow(EmbedderUnavailable);
  expect(await embedder.embed(["a text"])).toHaveLength(1);
  expect(embedder.pid).not.toBe(first);
});

test("a process that just exited is not restarted immediately", async () => {
  const embedder = open({ program: program("throw new Error('broken');") });
  await expect(embedder.embed(["a text"])).rejects.toThrow(EmbedderUnavailable);
  await expect(embedder.embed(["at once"])).rejects.toThrow("just exited");
});

test("a process that does not answer in time is killed", async () => {
  const embedder = open({ program: program("process.on('message', () => {});"), answerMs: 300 });
  const asked = embedder.embed(["a text"]);
  const { pid } = embedder;
  await expect(asked).rejects.toThrow("does not respond");
  expect(embedder.pid).toBeUndefined();
  await expect.poll(() => isAlive(pid as number)).toBe(false);
});

test.each([
  ["values that are not numbers", "{ id, vectors: [[NaN]] }"],
  ["an unexpected shape", "'hello'"],
])("the process is ended and the request fails if the process answers with %s", async (_case, answer) => {
  const embedder = open({ program: program(`process.on('message', ({ id }) => process.send(${answer}));`) });
  await expect(embedder.embed(["a text"])).rejects.toThrow("its response is invalid");
  expect(embedder.pid).toBeUndefined();
});

test("a string that cannot be embedded does not affect the next one", async () => {
  const embedder = open();
  await expect(embedder.embed([""])).rejects.toThrow(EmbedderUnavailable);
  expect(await embedder.embed(["a text"])).toHaveLength(1);
});

test("more requests than can be answered in time are refused immediately", async () => {
  const embedder = open({ program: program("process.on('message', () => {});") });
  const asked = Array.from({ length: 32 }, () => embedder.embed(["a text"]).catch((error: unknown) => error));
  await expect(embedder.embed(["one more"])).rejects.toThrow("too many");
  await embedder.close();
  expect(await Promise.all(asked)).toEqual(asked.map(() => expect.any(EmbedderUnavailable)));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
