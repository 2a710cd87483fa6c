import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Seeds } from "./seeds.ts";

/** No answer may be a server error or contain anything that the API description does not declare. */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** The seed of the generated requests, which are the same in each test run. */
const SEED = 20_260_115;
/**
 * The time limit for a request. An agent's run takes seconds on a busy machine, so a request that takes longer hangs.
 */
const REQUEST_SECONDS = 30;
const OUTPUT_BYTES = 64 * 1024 * 1024;

export interface Attempt {
  url: string;
  credentials: { token: string; key: string };
  seeds: Seeds;
  /** The folder for the files that this run creates. */
  folder: string;
  phases: readonly string[];
  /** The number of generated requests per operation and phase. */
  examples: number;
  only?: readonly string[];
  without?: readonly string[];
}

/** Returns the path of a program that is installed for these tests. Throws if these programs are not installed. */
export function findProgram(name: string): string {
  const folder = process.env.STOA_SCHEMATHESIS;
  if (!folder) throw new Error("Schemathesis is not installed: npm test -- --only schemathesis does that");
  return join(folder, name);
}

/**
 * Generates valid and invalid requests from the API description and sends them. Throws an error that lists every wrong
 * answer.
 */
export async function runAttempt(options: Attempt): Promise<string> {
  const seeds = join(options.folder, "seeds.json");
  await writeFile(seeds, JSON.stringify(options.seeds));
  const { url, credentials } = options;
  const args = [
    "run",
    `${url}/api/v1/openapi.json`,
    ...["--url", url],
    ...["--header", `Authorization: Bearer ${credentials.token}`],
    ...["--header", `X-API-Key: ${credentials.key}`],
    ...["--checks", CHECKS.join(",")],
    ...["--phases", options.phases.join(",")],
    ...["--max-examples", `${options.examples}`],
    ...["--seed", `${SEED}`],
    ...["--request-timeout", `${REQUEST_SECONDS}`],
    ...["--generation-database", "none"],
    ...["--warnings", "off"],
    "--no-color",
    ...(options.only ?? []).flatMap((id) => ["--include-operation-id", id]),
    ...(options.without ?? []).flatMap((id) => ["--exclude-operation-id", id]),
  ];
  try {
    const { stdout } = await promisify(execFile)(findProgram("st"), args, {
      cwd: options.folder,
      env: {
        PATH: process.env.PATH,
        STOA_SEEDS: seeds,
        SCHEMATHESIS_HOOKS: join(import.meta.dirname, "hooks.py"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      maxBuffer: OUTPUT_BYTES,
    });
    return stdout;
  } catch (error) {
    throw new Error(String(Object(error).stdout || error));
  }
}
