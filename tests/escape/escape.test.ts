import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../runtime/supervisor/python/testing/processes.ts";
import { findings } from "../crash/books.ts";
import type { Person } from "../harness/client.ts";
import { Canary } from "./canary.ts";
import { isRoot } from "./control.ts";
import { Neighbour } from "./neighbour.ts";
import { type Ended, type Given, type Probe, sourceOf, type Verdict } from "./probe.ts";
import { ALL_OF_IT, PROBES } from "./probes.ts";
import { freeMegabytes, openStage, type Stage } from "./stage.ts";
import { ordinaryUser } from "./users.ts";

/** Lines that put an agent into an environment. */
const ENVIRONMENTS = { base: "", langchain: "import langchain_core\n" };
const USERS = { root: undefined, "an ordinary user": isRoot ? ordinaryUser() : undefined };
/** What a server may grow by under attack: its caches, and what V8 has not collected yet. */
const GROWTH_MEGABYTES = 200;

function isTried(user: keyof typeof USERS, environment: keyof typeof ENVIRONMENTS): boolean {
  if (user === "root" && !isRoot) return false;
  if (ALL_OF_IT) return true;
  return environment === "base" && (user === "root" || !isRoot);
}

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

    describe.each(environments)("an agent of the environment %s", (_environment, head) => {
      let caller: Person;
      let canary: Canary;
      let neighbour: Neighbour;

      beforeAll(async () => {
        caller = await stage.market.newcomer();
        canary = await Canary.start(stage.market, head);
        neighbour = await Neighbour.start(stage.market, head, `stoa-secret-${stage.scene.secret}`);
        before = { server: stage.megabytes(), disk: freeMegabytes() };
      });

      async function runOf(probe: Probe, agentId: number, given: Given): Promise<Ended> {
        const message = { ...stage.given, token: neighbour.token, ...given };
        return stage.market.run(caller, agentId, message, probe.seconds);
      }

      test.each(PROBES)("cannot do %s", async (name, probe) => {
        const agentId = await stage.market.upload(name, head + sourceOf(probe));
        for (const given of probe.before ?? []) await runOf(probe, agentId, given);
        const ended = await runOf(probe, agentId, probe.given ?? {});
        expect(JSON.stringify(ended)).not.toContain(stage.scene.secret);
        if (probe.ends) probe.ends(ended);
        else {
          expect(ended, JSON.stringify(ended)).toMatchObject({ success: true, status: "completed" });
          const verdict = ended.output as Verdict;
          expect(verdict.tried.length).toBeGreaterThan(0);
          expect(verdict.reached).toEqual(probe.reaches ?? []);
        }
        expect(await stage.scene.facts()).toEqual({ visits: [], victim_lives: true });
        expect(await stage.market.isHealthy()).toBe(true);
      });

      test("leaves its neighbours, the server and the machine as they were", async () => {
        expect(await neighbour.stop()).toBe(true);
        const { songs, slowest, wrong } = await canary.stop();
        expect(wrong).toEqual([]);
        expect(songs).toBeGreaterThan(5);
        expect(slowest).toBeLessThan(10);
        await until(() => stage.remains().length === 0).catch(() => {});
        expect(stage.remains()).toEqual([]);
        expect(stage.megabytes() - before.server).toBeLessThan(GROWTH_MEGABYTES);
        expect(before.disk - freeMegabytes()).toBeLessThan(1024);
      });
    });

    test("leaves the books right", async () => {
      expect(await findings(stage.server.databaseUrl, [])).toEqual([]);
    });
  });
}
