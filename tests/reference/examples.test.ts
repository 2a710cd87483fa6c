import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import { EXAMPLES } from "./example-files.ts";
import type { Examples, Exchange } from "./exchange.ts";
import { findRoute, type Recorder } from "./recorder.ts";
import { useReferenceServer } from "./reference-server.ts";
import { play } from "./scenario/index.ts";
import { findDifferences, getShape } from "./shape.ts";
import { StableValues } from "./stable-values.ts";

/** Whether to rewrite the examples. Otherwise they are compared with the server's answers. */
const RECORDS = process.env.STOA_RECORD_EXAMPLES === "1";

const here = await useReferenceServer();
let recorder: Recorder;
beforeAll(async () => {
  const scenario = await play(here());
  await scenario.leave();
  recorder = scenario.recorder;
  if (RECORDS) await write(recorder.getExamples());
}, 120_000);

it("every operation was called", () => {
  const operations = Object.entries(ROUTE_GROUPS).flatMap(([group, routes]) =>
    Object.keys(routes).map((name) => `${group}.${name}`),
  );
  expect(operations.filter((operation) => !recorder.exchanges.has(operation))).toEqual([]);
});

it("every answer matches the contract in all its fields", () => {
  for (const [operation, exchanges] of recorder.exchanges)
    for (const { answer } of exchanges) {
      if (answer.type !== "application/json") continue;
      const route = findRoute(operation);
      const schema = (answer.status === 202 && route.accepted) || route.reply;
      expect(schema.parse(answer.body), operation).toEqual(answer.body);
    }
});

it("the reference's examples have the same shape as the server's answers", async () => {
  const found: string[] = [];
  for (const [group, examples] of Object.entries(recorder.getExamples())) {
    const stored: Examples = JSON.parse(await readFile(join(EXAMPLES, `${group}.json`), "utf8"));
    for (const name of new Set([...Object.keys(examples), ...Object.keys(stored)]))
      found.push(...compareExchanges(`${group}.${name}`, stored[name] ?? [], examples[name] ?? []));
  }
  expect(found, "record them again: see CONTRIBUTING.md, A new route").toEqual([]);
});

function compareExchanges(operation: string, stored: Exchange[], recorded: Exchange[]): string[] {
  const count = Math.max(stored.length, recorded.length);
  return Array.from({ length: count }).flatMap((_, at) => {
    const [one, other] = [stored[at], recorded[at]];
    if (!one || !other) return [`${operation}: ${one ? "no longer called" : "not recorded"}`];
    const facts = [one, other].map(({ answer, request }) => ({
      status: answer.status,
      type: answer.type,
      headers: answer.headers,
      body: answer.body,
      request,
    }));
    return findDifferences(getShape(facts[0]), getShape(facts[1]), operation);
  });
}

async function write(groups: Record<string, Examples>): Promise<void> {
  const stable = new StableValues(Date.now());
  await mkdir(EXAMPLES, { recursive: true });
  for (const [group, examples] of Object.entries(groups))
    await writeFile(
      join(EXAMPLES, `${group}.json`),
      `${JSON.stringify(stable.replace(examples), null, 2)}\n`,
    );
}
