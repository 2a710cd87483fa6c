import { FRAMEWORK_NAMES } from "@stoa/contract";
import type { EntryPoint, Framework } from "@stoa/runtime/protocol";

function ownerOf(framework: Framework, object: EntryPoint["object"]): string {
  return object === "graph" ? "LangGraph" : FRAMEWORK_NAMES[framework];
}

/** What was recognised, in the words of the check: `LangGraph graph "app"`, `Function run`. */
export function entryText(framework: Framework, entry: EntryPoint): string {
  const thing = `${ownerOf(framework, entry.object)} ${entry.object ?? "object"}`;
  const withArticle = `${/^[AEIOU]/.test(thing) ? "an" : "a"} ${thing}`;
  switch (entry.kind) {
    case "decorated":
    case "function":
      return `Function ${entry.name}`;
    case "object":
      return `${thing} "${entry.name}"`;
    case "factory":
      return `Function ${entry.name}, which makes ${withArticle}`;
    case "script":
      return `Function ${entry.name}, which runs ${withArticle}; the message takes the place of its task`;
    case "declaration":
      return "The file's instructions";
    case "workflow":
      return entry.output === undefined
        ? "The workflow"
        : `The workflow, answered by its node "${entry.output}"`;
  }
}
