import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { useTestServer } from "../harness/server.ts";
import { tryEveryCall } from "./every-call.ts";
import { tryEveryRoute } from "./every-route.ts";
import { getAddresses, ROW_NAMES, SPECIFIED_CALLS } from "./specified-calls.ts";
import { TABLE } from "./table.ts";
import { makeWorld, type World } from "./world.ts";

const GITLAB = "gitlab.example.com";

let service: ScriptedService;
let world: World;

beforeAll(async () => {
  service = await startScriptedService([GITLAB]);
  service.answer(({ headers }) => ({ status: headers["private-token"] === "glpat-good" ? 200 : 401 }));
});
afterAll(() => service.close());

const server = useTestServer({
  env: { STOA_OUTBOUND_ALLOW: "127.0.0.1/32", STOA_RATE_LIMIT_FACTOR: "100" },
  network: () => ({ lookup: service.lookup, ca: service.ca }),
});

beforeAll(async () => {
  world = await makeWorld(server().client, `https://${GITLAB}:${service.port}`);
});

test("covers every call in the specification", () => {
  const counts = Object.entries(SPECIFIED_CALLS).map(([part, rows]) => [part, rows.length]);
  expect(Object.fromEntries(counts)).toEqual({
    mainClient: 23,
    settingsArea: 8,
    tryTab: 1,
    publicApi: 6,
    otherExamples: 1,
  });
  expect(Object.keys(TABLE).sort()).toEqual([...ROW_NAMES].sort());
});

test("every row has the route of its path, and each alternative path has a row", () => {
  const tried = new Set<string>();
  for (const name of ROW_NAMES) {
    const { route } = TABLE[name];
    const { method, paths } = getAddresses(name);
    const path = paths[0].replace("/api/v1", "").replace(/\/$/, "").replace("{id}", ":id");
    expect([route.path, ...(route.aliases ?? [])].map((each) => `${route.method} ${each}`)).toContain(
      `${method} ${path}`,
    );
    tried.add(`${method} ${path}`);
  }
  for (const { route } of Object.values(TABLE))
    for (const path of [route.path, ...(route.aliases ?? [])])
      expect(tried).toContain(`${route.method} ${path}`);
});

tryEveryCall(() => world, { addresses: 2, refusals: true });
tryEveryRoute(() => world);
