import { expect, it } from "vitest";
import { useStage } from "./javascript-client.fixture.ts";
import { breakConnection, type Reply } from "./scripted-server.ts";

const stage = useStage();
const OK: Reply = { status: 200, json: { success: true } };

it("lists the agents that remember something, and what an agent remembers", async () => {
  const { server, rememberedValues } = stage();
  server.play({ status: 200, json: { agents: [{ agent_id: 4 }] } }, { status: 200, json: { values: [] } });
  expect(await rememberedValues.agents()).toEqual([{ agent_id: 4 }]);
  expect((await rememberedValues.list(4)).values).toEqual([]);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/remembered-values",
    "GET /api/v1/remembered-values/4",
  ]);
});

it("deletes one value, those of an agent, and all of them, also over a broken connection", async () => {
  const { server, rememberedValues } = stage();
  server.play(breakConnection, OK);
  await expect(rememberedValues.delete(4, "a/b c")).resolves.toBeUndefined();
  await expect(rememberedValues.deleteAllOfAgent(4)).resolves.toBeUndefined();
  await expect(rememberedValues.deleteAll()).resolves.toBeUndefined();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /api/v1/remembered-values/4/value?key=a%2Fb+c",
    "DELETE /api/v1/remembered-values/4/value?key=a%2Fb+c",
    "DELETE /api/v1/remembered-values/4",
    "DELETE /api/v1/remembered-values",
  ]);
});
