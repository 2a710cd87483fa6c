import type { JsonValue } from "@stoa/runtime/protocol";
import { toStorableJson, UnusableJson } from "@stoa/runtime/sandbox";
import { isObject } from "../model/is-object.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { CodeAnswer, CodeRequest, CodeScope } from "../model/services.ts";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS, type CodeLimits } from "./code-limits.ts";
import { PYTHON_PROGRAM } from "./guest/python-program.ts";

/** A Python file for Stoa's sandbox, which calls its `run(input_data)`. */
export interface PythonCodeJob {
  source: string;
  /** The JSON that `run` receives as the field `given`. */
  input: string;
  /** Milliseconds from the moment the code can start. */
  wallMs: number;
  signal: AbortSignal;
}

export interface PythonCodeAnswer {
  /** The JSON that `run` returned. */
  output: string;
  /** The lines that the code printed. */
  logs: readonly string[];
}

/** The sandbox for Python code. In a worker, this is a client for the server's sandbox. */
export interface PythonSandbox {
  /**
   * Runs the file.
   * @throws Error with a message for the author if there is no result, because the time or the memory ran out or no
   * sandbox is available
   */
  run(job: PythonCodeJob): Promise<PythonCodeAnswer>;
}

const MIB = 1024 * 1024;

/** JSON inside JSON is at most twice as long, and a sandbox accepts 64 MiB. */
const MAX_GIVEN_BYTES = 30 * MIB;

interface ResultPart {
  value?: JsonValue;
  error?: { message: string; line?: number };
  kind?: string;
}

/** Returns an item as Python code sees it: with the names and types of its files, but without their bytes. */
function describeItems({ json, binary, pairedItem }: Item): JsonObject {
  return {
    json,
    ...(pairedItem !== undefined && { pairedItem: pairedItem as unknown as JsonValue }),
    ...(binary && {
      binary: Object.fromEntries(
        Object.entries(binary).map(([name, { mimeType, fileName, fileExtension, bytes }]) => [
          name,
          {
            mimeType,
            ...(fileName !== undefined && { fileName }),
            ...(fileExtension !== undefined && { fileExtension }),
            fileSize: bytes.byteLength,
          },
        ]),
      ),
    }),
  };
}

/** Returns the nodes that the code names in quotes, with their output, because the code cannot request more later. */
function findMentionedNodes(source: string, scope: CodeScope, count: number): JsonObject {
  const names = new Set(
    [...source.matchAll(/(["'])((?:(?!\1)[^\\\n]){1,200})\1/g)].map(([, , name]) => name ?? ""),
  );
  const found: JsonObject = {};
  for (const name of names) {
    const items = readOrUndefined(() => scope.nodeItems(name));
    if (!items) continue;
    found[name] = {
      items: items.map(describeItems),
      parameters: scope.nodeParameters(name) ?? {},
      paired: Array.from({ length: count }, (_none, index) => {
        const item = readOrUndefined(() => scope.pairedItem(name, index));
        return item ? describeItems(item) : null;
      }),
    };
  }
  return found;
}

/** Returns the value that `read` returns, or undefined if `read` throws. */
function readOrUndefined<Value>(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Runs an author's Python.
 * @throws CodeFailure for an error in the code, or the sandbox's Error if there is no result
 */
export async function runPython(
  request: CodeRequest,
  sandbox: PythonSandbox,
  { wallMs }: Pick<CodeLimits, "wallMs">,
): Promise<CodeAnswer> {
  const { source, scope, variables, mode = "all", continueOnFail: goOn = false, signal } = request;
  if (source.length > CODE_LIMITS.sourceCharacters)
    throw new CodeFailure(
      `The code is longer than ${CODE_LIMITS.sourceCharacters.toLocaleString("en-US")} characters`,
    );
  const { output, logs } = await sandbox.run({
    source: PYTHON_PROGRAM,
    input: encodeInput({
      code: source,
      items: scope.items.map(describeItems),
      item_index: scope.itemIndex,
      run_index: scope.runIndex,
      nodes: findMentionedNodes(source, scope, mode === "each" ? scope.items.length : 1),
      info: scope.info,
      static_data: scope.staticData,
      variables,
      mode,
      go_on: goOn,
    }),
    wallMs,
    signal,
  });
  const result = parseResult(output);
  if (!Array.isArray(result?.parts)) throw new CodeFailure("The code ended without returning a result");
  return {
    value: mode === "each" ? result.parts.map(readEachValue) : readWholeValue(result.parts[0]),
    logs: logs.slice(0, CODE_LIMITS.logLines).map((message) => ({ level: "info", message })),
    staticData: result.static_data ?? scope.staticData,
  };
}

/** Returns the input as JSON. @throws CodeFailure if the input is larger than a sandbox accepts */
function encodeInput(readOrUndefined: JsonObject): string {
  const text = JSON.stringify(readOrUndefined);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_GIVEN_BYTES)
    throw new CodeFailure(
      `The items are ${Math.ceil(bytes / MIB)} MB, but Python code can receive at most ${MAX_GIVEN_BYTES / MIB} MB`,
    );
  return text;
}

/** Parses the result of the code. @throws CodeFailure if the result is nested more deeply than items may be */
function parseResult(
  output: string,
): { parts?: ResultPart[]; static_data?: CodeAnswer["staticData"] } | undefined {
  try {
    const result = toStorableJson(JSON.parse(output));
    return isObject(result) ? result : undefined;
  } catch (error) {
    if (error instanceof UnusableJson) throw new CodeFailure(`The code's return value is ${error.message}`);
    return undefined;
  }
}

function readWholeValue(part: ResultPart | undefined): JsonValue {
  if (part?.error) throw new CodeFailure(part.error.message, { line: part.error.line });
  return part?.value ?? null;
}

function readEachValue({ value, error, kind }: ResultPart, itemIndex: number): JsonObject {
  return error
    ? { error: new CodeFailure(error.message, { line: error.line, itemIndex }).message }
    : { value: value ?? null, kind: kind ?? "object" };
}
