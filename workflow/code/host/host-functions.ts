import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { CodeAnswer, CodeRequest } from "../../model/services.ts";
import { CODE_LIMITS } from "../code-limits.ts";
import { formatDate, formatNumber, intl } from "./intl.ts";
import { PLAIN_FUNCTIONS } from "./plain-functions.ts";
import { cutText } from "./plain-text.ts";
import type { SandboxFiles } from "./sandbox-files.ts";

type HostFunction = (args: readonly JsonValue[]) => unknown;

let luxonText: string | undefined;

/** Returns the source of Luxon as an expression. */
function readLuxonSource(): string {
  const folder = dirname(createRequire(import.meta.url).resolve("luxon"));
  luxonText ??= `(function () { ${readFileSync(join(folder, "..", "global", "luxon.min.js"), "utf8")}\nreturn luxon; })()`;
  return luxonText;
}

/** Collects console lines up to the limit. */
export class LogCollector {
  readonly lines: CodeAnswer["logs"][number][] = [];
  #characters = 0;

  add(level: CodeAnswer["logs"][number]["level"], message: string): void {
    if (this.lines.length >= CODE_LIMITS.logLines || this.#characters >= CODE_LIMITS.logCharacters) return;
    this.#characters += message.length;
    this.lines.push({ level, message });
  }
}

const count = (value: JsonValue | undefined) => (typeof value === "number" ? value : undefined);

/**
 * Returns a function that calls the synchronous host functions for a sandbox by name. Arguments and results are JSON.
 */
export function createHostFunctions(
  { scope }: CodeRequest,
  files: SandboxFiles,
  logs: LogCollector,
  timezone: string,
): (name: string, args: string) => string | undefined {
  const own: Readonly<Record<string, HostFunction>> = {
    intl: (args) => intl(timezone, args),
    dateText: (args) => formatDate(timezone, args),
    numberText: formatNumber,
    log: ([level, message]) => logs.add(level as "info", cutText(message)),
    nodeItems: ([name, output, run]) =>
      scope.nodeItems(cutText(name), count(output), count(run))?.map((item) => files.describe(item)) ?? null,
    pairedItem([name, index]) {
      const item = scope.pairedItem(cutText(name), Number(index));
      return item ? files.describe(item) : null;
    },
    nodeParameters: ([name]) => scope.nodeParameters(cutText(name)) ?? null,
    nodeState([name]) {
      if (scope.nodeState) return scope.nodeState(cutText(name)) ?? null;
      return scope.nodeItems(cutText(name)) ? { executed: true, runIndex: 0, context: {} } : null;
    },
  };
  return (name, args) => {
    if (name === "luxon") return readLuxonSource();
    const table = Object.hasOwn(own, name) ? own : PLAIN_FUNCTIONS;
    const called = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!called) throw new Error(`the host has no ${name}`);
    return JSON.stringify(called(JSON.parse(args) as JsonValue[]));
  };
}
