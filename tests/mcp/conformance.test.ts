import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { registerPerson } from "../../server/src/modules/accounts/personal-data/full-account.fixture.ts";
import { useTestServer } from "../harness/server.ts";
import { type AuthorizingProxy, startAuthorizingProxy } from "./authorizing-proxy.ts";
import { runConformance } from "./conformance.ts";
import { OUT_OF_SCOPE, OUT_OF_SCOPE_CHECKS } from "./out-of-scope.ts";

const server = useTestServer({ env: { STOA_RATE_LIMIT_FACTOR: "1000" } });
let proxy: AuthorizingProxy;
let folder: string;

beforeAll(async () => {
  const { apiKey } = await registerPerson(server());
  proxy = await startAuthorizingProxy(server().url, apiKey);
  folder = await mkdtemp(join(tmpdir(), "stoa-conformance-"));
});
afterAll(async () => {
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

/** The scenarios that must pass, so that a scenario that the suite skips is noticed. */
const IN_SCOPE = {
  "2025-06-18": ["server-initialize", "ping", "tools-list", "resources-list"],
  "2025-11-25": [
    ...["server-initialize", "server-session-lifecycle", "ping", "tools-list", "resources-list"],
    ...["server-sse-multiple-streams", "dns-rebinding-protection"],
  ],
  "2026-07-28": [
    ...["server-stateless", "tools-list", "resources-list", "sep-2164-resource-not-found", "caching"],
    ...["dns-rebinding-protection", "http-header-validation", "server-sse-multiple-streams"],
    ...["input-required-result-unsupported-methods"],
  ],
};

it.each(Object.entries(IN_SCOPE))("the server conforms to MCP %s", async (version, inScope) => {
  const outcomes = await runConformance(`${proxy.url}/mcp`, version, join(folder, version));
  expect(inScope.filter((name) => !outcomes.get(name)?.passed.length)).toEqual([]);
  const failed = [...outcomes.values()].flatMap(({ scenario, failed: checks }) =>
    checks
      .filter(({ id }) => !(scenario in OUT_OF_SCOPE) && !(id in OUT_OF_SCOPE_CHECKS))
      .map(({ id, message }) => `${scenario}: ${id}: ${message}`),
  );
  expect(failed).toEqual([]);
  const passing = Object.keys(OUT_OF_SCOPE).filter((name) => outcomes.get(name)?.failed.length === 0);
  expect(passing, "these scenarios pass, so remove them from out-of-scope.ts").toEqual([]);
});
