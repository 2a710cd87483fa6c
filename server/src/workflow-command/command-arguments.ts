import type { JsonValue } from "@stoa/runtime/protocol";

export const HELP = `stoa workflow: exports of n8n on this machine, without a server

  stoa workflow run FILE [--input JSON] [--credentials FILE] [--json]    run it, and show what each node gave
  stoa workflow check FILE... [--json]                                   what Stoa supports of it, and what it needs

--input is what a caller gives: {"message": "Hello"}. Models are asked with OPENAI_API_KEY, or as STOA_MODELS_FILE says;
without, the built-in stoa-basic answers. --credentials is a file with a JSON list of what you would connect in Settings:
[{"service_name": "api", "api_key": "...", "service_config": {"host": "api.example.com", "sign_in": "bearer"}}].
With --json run prints {"nodes": {"<node>": [[item, ...] per output]}, "error": null}.
Exit codes: 0 all went well, 1 a run failed or a file cannot run, 2 the command was not understood.`;

export type Command =
  | { name: "help" }
  | {
      name: "run";
      file: string;
      input: JsonValue | undefined;
      credentials: string | undefined;
      asJson: boolean;
    }
  | { name: "check"; files: string[]; asJson: boolean };

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function inputOf(text: string | undefined): JsonValue {
  if (text === undefined) throw new UsageError("--input needs JSON after it");
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new UsageError(`--input is no JSON: ${(error as Error).message}`);
  }
}

function fileAfter(option: string, file: string | undefined): string {
  if (file === undefined || file.startsWith("--")) throw new UsageError(`${option} needs a file after it`);
  return file;
}

/** Parses the arguments of `stoa workflow`. @throws UsageError */
export function readCommand(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined || name === "help" || rest.includes("--help") || name.startsWith("-"))
    return { name: "help" };
  if (name !== "run" && name !== "check") throw new UsageError(`there is no command "workflow ${name}"`);
  const files: string[] = [];
  let asJson = false;
  let input: JsonValue | undefined;
  let credentials: string | undefined;
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === "--json") asJson = true;
    else if (next === "--input" && name === "run") input = inputOf(rest.shift());
    else if (next.startsWith("--input=") && name === "run") input = inputOf(next.slice("--input=".length));
    else if (next === "--credentials" && name === "run") credentials = fileAfter(next, rest.shift());
    else if (next.startsWith("--")) throw new UsageError(`"workflow ${name}" knows no ${next}`);
    else files.push(next);
  }
  const [file] = files;
  if (file === undefined) throw new UsageError(`"workflow ${name}" needs a file`);
  if (name === "check") return { name, files, asJson };
  if (files.length > 1) throw new UsageError('"workflow run" runs one file');
  return { name, file, input, credentials, asJson };
}
