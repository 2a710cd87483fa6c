import { expect } from "vitest";
import { ECHO } from "../../code/code-request.fixture.ts";
import { createCodeRunner } from "../../code/code-runner.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { OnError } from "../../model/workflow-node.ts";
import { type ItemInput, runNode } from "../../testing/run-node.ts";

export const PEOPLE: JsonObject[] = [
  { name: "Ada", age: 36 },
  { name: "Bo", age: 5 },
];

/** A node's code, its input, and the expected result. */
export interface Case {
  name: string;
  code: string;
  each?: true;
  version?: number;
  items?: readonly ItemInput[];
  others?: Readonly<Record<string, readonly ItemInput[]>>;
  onError?: OnError;
  timezone?: string;
  gives?: JsonObject[];
  pairs?: unknown[];
  fails?: string | RegExp;
  logs?: string[];
}

const run = (type: NodeType, testCase: Case, parameters: JsonObject) =>
  runNode({
    type,
    version: testCase.version ?? type.versions.at(-1) ?? 1,
    parameters,
    items: testCase.items ?? PEOPLE,
    ...(testCase.others && { others: testCase.others }),
    ...(testCase.timezone && { timezone: testCase.timezone }),
    node: { onError: testCase.onError ?? "stopWorkflow" },
    services: { code: createCodeRunner({ http: ECHO }), http: ECHO },
  });

/** Runs the code and compares its output or its error. */
export async function expectCase(type: NodeType, testCase: Case, parameters: JsonObject): Promise<void> {
  const ran = await run(type, testCase, parameters);
  if (testCase.fails !== undefined) {
    const [expected, message] = [testCase.fails, ran.error?.message];
    expect(message).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
    return;
  }
  expect(ran.error).toBeUndefined();
  expect(ran.outputs[0]).toEqual(testCase.gives);
  if (testCase.pairs) expect(ran.items[0]?.map(({ pairedItem }) => pairedItem)).toEqual(testCase.pairs);
  if (testCase.logs) expect(ran.logs.map(({ message }) => message)).toEqual(testCase.logs);
}
