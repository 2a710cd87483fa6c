import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { allowLargeBodies } from "./large-bodies.ts";

const MIB = 1024 * 1024;
const apps: ReturnType<typeof Fastify>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

/** Starts a server that answers requests only once `answer` is called. */
async function start(maxBytes: number) {
  const app = Fastify();
  apps.push(app);
  allowLargeBodies(app, maxBytes);
  const waiting: (() => void)[] = [];
  app.post("/", async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return "read";
  });
  const url = await app.listen({ port: 0 });
  const send = async (bytes: number) => {
    const body = JSON.stringify("x".repeat(bytes - 2));
    const headers = { "content-type": "application/json" };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  return { send, waiting, answer: () => waiting.shift()?.() };
}

test("a large request is refused while another one takes up the memory, and a small one is not", async () => {
  const { send, waiting, answer } = await start(3 * MIB);
  const first = send(2 * MIB);
  await expect.poll(() => waiting.length).toBe(1);
  expect(await send(2 * MIB)).toBe(503);
  const small = send(1000);
  await expect.poll(() => waiting.length).toBe(2);
  answer();
  answer();
  expect(await Promise.all([first, small])).toEqual([200, 200]);
  const next = send(2 * MIB);
  await expect.poll(() => waiting.length).toBe(1);
  answer();
  expect(await next).toBe(200);
});

test("a request larger than the limit is refused", async () => {
  const { send } = await start(100 * MIB);
  expect(await send(10 * MIB + 1)).toBe(413);
});
