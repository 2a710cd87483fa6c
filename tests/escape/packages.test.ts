import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPackageIndex, type TestIndex } from "../../runtime/supervisor/python/testing/package-index.ts";
import { waitUntil } from "../../runtime/supervisor/python/testing/processes.ts";
import { getTestEnvironmentsDirectory } from "../../runtime/supervisor/python/testing/test-environments.ts";
import { findViolations } from "../crash/books.ts";
import type { Person } from "../harness/client.ts";
import { Canary } from "./canary.ts";
import { isRoot } from "./control.ts";
import { adaptInput, LOOKED_AT_MS, PACKAGE_PROBES } from "./hostile-packages.ts";
import { Neighbor } from "./neighbor.ts";
import { getProbeName, type Probe, readProbeSource, type Verdict } from "./probe.ts";
import { ALL_OF_IT } from "./probes.ts";
import { openStage, type Stage } from "./stage.ts";
import { findOrdinaryUser } from "./users.ts";

/** An honest package. The runs of its developer have their own warm process, which hostile packages must not reach. */
const HONEST = { name: "honest" };
/**
 * With control groups, a warm process imports the packages. An ordinary user cannot use control groups, so each run
 * imports the packages itself.
 */
const USERS = isRoot
  ? { root: undefined, "an ordinary user": findOrdinaryUser() }
  : { "an ordinary user": undefined };

const importing = (name: string): string =>
  `# /// script\n# dependencies = ["${name}"]\n# ///\nimport ${name.replaceAll("-", "_")} as package\n\n`;

/** Creates a folder of environments in which a server that runs as this user may install packages. */
function makeEnvironments(user: number | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), "escape-environments-"));
  chmodSync(folder, 0o711);
  for (const name of readdirSync(getTestEnvironmentsDirectory()).filter((entry) => entry !== "packages"))
    symlinkSync(join(getTestEnvironmentsDirectory(), name), join(folder, name));
  if (user !== undefined) chownSync(folder, user, user);
  return folder;
}

describe.skipIf(!ALL_OF_IT).each(Object.entries(USERS))("with the server as %s", (_user, uid) => {
  const hasParents = isRoot && uid === undefined;
  let index: TestIndex;
  let environments: string;
  let stage: Stage;
  let caller: Person;
  let canary: Canary;
  let neighbor: Neighbor;

  beforeAll(async () => {
    index = await startPackageIndex(HONEST);
    environments = makeEnvironments(uid);
    stage = await openStage(uid, { UV_DEFAULT_INDEX: index.url, STOA_ENVIRONMENTS: environments });
    caller = await stage.market.register();
    const secret = `stoa-secret-${stage.scene.secret}`;
    canary = await Canary.start(stage.market, importing(HONEST.name));
    neighbor = await Neighbor.start(stage.market, importing(HONEST.name), secret);
  });
  afterAll(async () => {
    await stage?.close();
    await index?.close();
    rmSync(environments, { recursive: true, force: true });
  });

  /** Publishes a probe as a package and uploads an agent that imports it. */
  async function upload(probe: Probe, number: number): Promise<number> {
    const name = `hostile-${number}`;
    index.add({ name, files: { [`hostile_${number}.py`]: readProbeSource(probe) } });
    const source = `${importing(name)}def run(message: str):\n    return package.run(message)\n`;
    return stage.market.upload(name, source);
  }

  const rows = PACKAGE_PROBES.map((probe, number) => [getProbeName(probe), probe, number] as const);
  test.each(rows)("a package does not escape with the probe %s", async (_name, probe, number) => {
    const agentId = await upload(probe, number);
    const given = adaptInput(probe, neighbor.addTo(stage.given));
    for (const input of probe.before ?? [])
      await stage.market.run(caller, agentId, JSON.stringify({ ...given, ...input }));
    const message = JSON.stringify({ ...given, ...probe.input });
    const ended = await stage.market.run(caller, agentId, message, probe.seconds);
    expect(JSON.stringify(ended)).not.toContain(stage.scene.secret);
    if (probe.checkEnd) await probe.checkEnd(ended, message);
    else {
      expect(ended, JSON.stringify(ended)).toMatchObject({ success: true });
      const { tried, reached } = ended.output as Verdict;
      expect(tried.length).toBeGreaterThan(0);
      expect(reached).toEqual(probe.reaches ?? []);
    }
    const { logs } = probe;
    if (logs !== undefined && hasParents)
      await waitUntil(() => stage.server.output.includes(logs), LOOKED_AT_MS);
    expect(await stage.scene.getFacts()).toEqual({ visits: [], victim_lives: true });
    expect(await stage.market.isHealthy()).toBe(true);
  });

  test("hostile packages do not affect the neighbors or the books", async () => {
    expect(await neighbor.stop()).toBe(true);
    const { songs, wrong } = await canary.stop();
    expect(wrong).toEqual([]);
    expect(songs).toBeGreaterThan(0);
    expect(await findViolations(stage.server.databaseUrl, [])).toEqual([]);
  });
});
