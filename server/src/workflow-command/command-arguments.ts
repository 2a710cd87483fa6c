import type { JsonValue } from "@stoa/runtime/protocol";

export const HELP = `stoa workflow: run n8n exports on this machine, without a server

  stoa workflow run FILE [--input JSON] [--credentials FILE] [--json]    run a workflow and print each node's output
  stoa workflow check FILE... [--json]                                   report unsupported nodes and required credentials
  stoa workflow compare FILE [--input JSON] [--json]                     compare each node's output with its pinned data

--input is the caller's input, for example {"message": "Hello"}. Model calls use OPENAI_API_KEY or STOA_MODELS_FILE;
without either, the built-in model stoa-basic responds. --credentials is a JSON file with a list of connectors:
[{"service_name": "api", "api_key": "...", "service_config": {"host": "api.example.com", "sign_in": "bearer"}}].
compare calls no service: a node that would is not executed, and its pinned data is used.
With --json, run prints {"nodes": {"<node>": [[item, ...] per output]}, "error": null}.
Exit codes: 0 success, 1 a run failed, a file cannot run or a node differs from its pinned data, 2 invalid command line.`;

export type Command =
  | { name: "help" }
  | {
      name: "run";
      file: string;
      input: JsonValue | undefined;
      credentials: string | undefined;
      asJson: boolean;
    }
  | { name: "compare"; file: string; input: JsonValue | undefined; asJson: boolean }
  | { name: "check"; files: string[]; asJson: boolean };

/** The error for an invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function parseInput(text: string | undefined): JsonValue {
  if (text === undefined) throw new UsageError("--input needs a JSON value");
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new UsageError(`--input is not valid JSON: ${(error as Error).message}`);
  }
}

function getFileArgument(option: string, file: string | undefined): string {
  if (file === undefined || file.startsWith("--")) throw new UsageError(`${option} needs a file`);
  return file;
}

/** Parses the arguments of `stoa workflow`. @throws UsageError if they are invalid */
export function readCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || rest.includes("--help") || name.startsWith("-"))
    return { name: "help" };
  if (name !== "run" && name !== "check" && name !== "compare")
    throw new UsageError(`unknown command "workflow ${name}"`);
  const files: string[] = [];
  let asJson = false;
  let input: JsonValue | undefined;
  let credentials: string | undefined;
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === "--json") asJson = true;
    else if (next === "--input" && name !== "check") input = parseInput(rest.shift());
    else if (next.startsWith("--input=") && name !== "check")
      input = parseInput(next.slice("--input=".length));
    else if (next === "--credentials" && name === "run") credentials = getFileArgument(next, rest.shift());
    else if (next.startsWith("--")) throw new UsageError(`"workflow ${name}" has no option ${next}`);
    else files.push(next);
  }
  const [file] = files;
  if (file === undefined) throw new UsageError(`"workflow ${name}" needs a file`);
  if (name === "check") return { name, files, asJson };
  if (files.length > 1) throw new UsageError(`"workflow ${name}" takes only one file`);
  if (name === "compare") return { name, file, input, asJson };
  return { name, file, input, credentials, asJson };
}
