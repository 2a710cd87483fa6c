import type { EntryPoint } from "@stoa/runtime/protocol";
import { expect, it } from "vitest";
import { entryText } from "./entry-text.ts";

const of = (name: string, kind: EntryPoint["kind"], object?: EntryPoint["object"]): EntryPoint => ({
  name,
  kind,
  takes: "input_data",
  ...(object && { object }),
});

it.each([
  ["langchain", of("graph", "object", "graph"), 'LangGraph graph "graph"'],
  ["langchain", of("chain", "object", "runnable"), 'LangChain runnable "chain"'],
  ["autogen", of("team", "object", "team"), 'AutoGen team "team"'],
  ["autogen", of("create_team", "factory", "team"), "Function create_team, which makes an AutoGen team"],
  ["langchain", of("run", "function"), "Function run"],
] as const)("says what was recognised in a %s file", (framework, entry, text) => {
  expect(entryText(framework, entry)).toBe(text);
});
