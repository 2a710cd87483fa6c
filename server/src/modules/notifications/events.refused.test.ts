import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { openStream, registerPerson } from "./notifications.fixture.ts";

const server = useTestServer();

test("refuses a person's 21st stream with 429 until another stream has ended", async () => {
  const { client, db, url } = server();
  const { token } = await registerPerson(client, db);
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(url, token)));
  for (const stream of streams) await stream.next();
  const { response } = await openStream(url, token);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("60");
  expect(Problem.parse(await response.json()).error).toBe("rate_limited");
  expect((await openStream(url, (await registerPerson(client, db)).token)).response.status).toBe(200);
  streams[0]?.leave();
  await expect.poll(async () => (await openStream(url, token)).response.status).toBe(200);
});
