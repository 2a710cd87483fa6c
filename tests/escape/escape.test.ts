import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../runtime/supervisor/python/testing/processes.ts";
import { findViolations } from "../crash/books.ts";
import type { Person } from "../harness/client.ts";
import { Canary } from "./canary.ts";
import { isRoot } from "./control.ts";
import { HOSTILE_FILES } from "./hostile-files.ts";
import { Neighbor } from "./neighbor.ts";
import { type Probe, type ProbeInput, type RunEnd, readProbeSource, type Verdict } from "./probe.ts";
import { ALL_OF_IT, PROBES } from "./probes.ts";
import { freeMegabytes, openStage, type Stage } from "./stage.ts";
import { findOrdinaryUser } from "./users.ts";

/** Lines that select the environment of an agent. */
const ENVIRONMENTS = { base: "", langchain: "import langchain_core\n" };
const USERS = { root: undefined, "an ordinary user": isRoot ? findOrdinaryUser() : undefined };
/** The maximum growth of a server under attack: its caches, and memory that V8 has not collected yet. */
const GROWTH_MEGABYTES = 200;

function isTried(user: keyof typeof USERS, environment: keyof typeof ENVIRONMENTS): boolean {
  if (user === "root" && !isRoot) return false;
  if (ALL_OF_IT) return true;
  return environment === "base" && (user === "root" || !isRoot);
}

const expectRefusals =
  ({ reaches = [] }: Probe) =>
  (ended: RunEnd): void => {
    expect(ended, JSON.stringify(ended)).toMatchObject({ success: true, status: "completed" });
    const { tried, reached } = ended.output as Verdict;
    expect(tried.length).toBeGreaterThan(0);
    expect(reached).toEqual(reaches);
  };

for (const [user, uid] of Object.entries(USERS)) {
  const environments = Object.entries(ENVIRONMENTS).filter(([environment]) =>
    isTried(user as keyof typeof USERS, environment as keyof typeof ENVIRONMENTS),
  );
  describe.skipIf(environments.length === 0)(`with the server as ${user}`, () => {
    let stage: Stage;
    let before: { server: number; disk: number };

    beforeAll(async () => {
      stage = await openStage(uid);
    });
    afterAll(() => stage?.close());

    describe.each(environments)("an agent in the environment %s", (_environment, head) => {
      let caller: Person;
      let canary: Canary;
      let neighbor: Neighbor;

      beforeAll(async () => {
        caller = await stage.market.register();
        canary = await Canary.start(stage.market, head);
        neighbor = await Neighbor.start(stage.market, head, `stoa-secret-${stage.scene.secret}`);
        before = { server: stage.getMegabytes(), disk: freeMegabytes() };
      });

      const createMessage = (input: ProbeInput = {}): string =>
        JSON.stringify({ ...neighbor.addTo(stage.given), ...input });

      test.each(PROBES)("does not escape with the probe %s", async (name, probe) => {
        const agentId = await stage.market.upload(name, head + readProbeSource(probe));
        const run = (message: string) => stage.market.run(caller, agentId, message, probe.seconds);
        for (const input of probe.before ?? []) await run(createMessage(input));
        const message = createMessage(probe.input);
        const ended = await run(message);
        expect(JSON.stringify(ended)).not.toContain(stage.scene.secret);
        await (probe.checkEnd ?? expectRefusals(probe))(ended, message);
        expect(await stage.scene.getFacts()).toEqual({ visits: [], victim_lives: true });
        expect(await stage.market.isHealthy()).toBe(true);
      });

      test("does not affect its neighbors, the server or the machine", async () => {
        expect(await neighbor.stop()).toBe(true);
        const { songs, slowest, wrong } = await canary.stop();
        expect(wrong).toEqual([]);
        expect(songs).toBeGreaterThan(0);
        expect(slowest).toBeLessThan(10);
        await waitUntil(() => stage.listRemains().length === 0).catch(() => {});
        expect(stage.listRemains(), stage.server.output).toEqual([]);
        expect(stage.getMegabytes() - before.server).toBeLessThan(GROWTH_MEGABYTES);
        expect(before.disk - freeMegabytes()).toBeLessThan(1024);
      });
    });

    test.each(ALL_OF_IT ? HOSTILE_FILES : [])(
      "a hostile file is refused with a reason: %s",
      async (_name, filename, content) => {
        const { status, body } = await stage.market.offer("Hostile file", filename, content);
        expect([status, JSON.stringify(body).length < 10_000]).toEqual([400, true]);
        expect(Object(body).detail).toBeTypeOf("string");
        expect(await stage.market.isHealthy()).toBe(true);
      },
    );

    test("the books are correct after all attacks", async () => {
      expect(await findViolations(stage.server.databaseUrl, [])).toEqual([]);
    });
  });
}
