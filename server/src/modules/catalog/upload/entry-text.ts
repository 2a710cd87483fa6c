import type { EntryPoint } from "@stoa/runtime/protocol";

/** Returns what was recognised in a file without code, in the words of the check. Python files describe their own. */
export function entryText({ kind, name, output }: EntryPoint): string {
  if (kind === "declaration") return "The file's instructions";
  if (kind !== "workflow") return `Function ${name}`;
  return output === undefined ? "The workflow" : `The workflow, answered by its node "${output}"`;
}
