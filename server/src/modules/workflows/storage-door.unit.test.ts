import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createStorageDoor } from "./storage-door.ts";
import { valuesInMemory } from "./stored-values.ts";
import type { WorkflowRun } from "./workflow-runs.ts";

test("a run that keeps values in a loop is told after a thousand that it may keep no more", async () => {
  const run: WorkflowRun = {
    accountId: "acc",
    agentId: 1,
    developerAccountId: "acc",
    signal: new AbortController().signal,
    track: () => undefined,
  };
  const runs = { find: () => run, trialReachedOutside: () => undefined };
  const open = createStorageDoor({ runs, values: valuesInMemory(), log: { error: () => undefined } });
  const session = { runId: "run", runToken: "token", trial: false };
  const door = createServer((asked, response) => void open(session, asked, response));
  await new Promise<void>((resolve) => {
    door.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/storage/static/key`;
  const put = (value: number) => fetch(url, { method: "PUT", body: String(value) });
  for (let value = 0; value < 1_000; value += 1) expect((await put(value)).status).toBe(204);
  const refused = await put(1_000);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: "too_many_writes" });
  expect(await (await fetch(url)).text()).toBe("999");
  door.closeAllConnections();
  door.close();
});
