import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OPENAPI } from "../../server/src/commands/paths.ts";
import { useReferenceServer } from "../reference/reference-server.ts";
import { play } from "../reference/scenario/index.ts";
import type { Stage } from "../reference/scenario/stage.ts";
import { findProgram, runAttempt } from "./schemathesis.ts";
import { makeSeeds, type Seeds } from "./seeds.ts";

/** The number of requests in `npm test` and in the long suites. */
const AMOUNT = process.env.STOA_TEST_LONG
  ? { phases: ["examples", "coverage", "fuzzing", "stateful"], examples: 30 }
  : { phases: ["examples", "fuzzing"], examples: 3 };
/** Operations that end their caller's credentials. */
const ENDINGS = ["account.deleteMe", "account.refreshApiKey", "account.signOutEverywhere"];

/**
 * Its answer has the type of the file, and generated clients know no type for that. content.test.ts of the files checks its
 * headers.
 */
const OF_ANY_TYPE = ["files.content", "files.preview"];

const here = await useReferenceServer();
let stage: Stage;
let seeds: Seeds;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stoa-schemathesis-"));
  ({ stage } = await play(here()));
  seeds = await makeSeeds(stage);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("serves an API description that other tools can read", async () => {
  const { stdout } = await promisify(execFile)(findProgram("openapi-spec-validator"), [OPENAPI]);
  expect(stdout).toContain("OK");
});

it("answers every generated request in accordance with the API description", async () => {
  const { grace: credentials } = stage;
  const output = await runAttempt({
    url: here().server.url,
    credentials,
    seeds,
    folder,
    ...AMOUNT,
    without: [...ENDINGS, ...OF_ANY_TYPE],
  });
  expect(output).toMatch(/\d+ generated, \d+ passed/);
});

it("answers requests that end sessions, keys or accounts in accordance with the API description", async () => {
  const { linus: credentials } = stage;
  const output = await runAttempt({
    url: here().server.url,
    credentials,
    seeds,
    folder,
    ...AMOUNT,
    only: ENDINGS,
  });
  expect(output).toMatch(/\d+ generated, \d+ passed/);
});
