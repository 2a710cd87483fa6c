import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";

/** A check of a scenario, as the suite records it. */
const Check = z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() });

export interface ScenarioOutcome {
  scenario: string;
  passed: string[];
  failed: { id: string; message: string }[];
}

const OUTPUT_BYTES = 64 * 1024 * 1024;

/** Returns a file of a package that is installed for these tests. Throws if the packages are not installed. */
export function findClientProgram(path: string): string {
  const folder = process.env.STOA_MCP_CLIENTS;
  if (!folder) throw new Error("The MCP clients are not installed: npm test -- --long --only mcp does that");
  return join(folder, path);
}

/** Runs all scenarios for servers of a protocol version, and returns their outcomes by name. */
export async function runConformance(
  url: string,
  version: string,
  folder: string,
): Promise<Map<string, ScenarioOutcome>> {
  const args = [
    ...["--import", join(import.meta.dirname, "fs-glob-sync.mjs")],
    findClientProgram("@modelcontextprotocol/conformance/dist/index.js"),
    ...["server", "--url", url, "--suite", "all", "--spec-version", version, "-o", folder],
  ];
  // The exit code only says that some checks failed, which the recorded checks say in detail.
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: OUTPUT_BYTES }, () => resolve());
  });
  const outcomes = await readOutcomes(folder, /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/);
  return new Map(outcomes.map((outcome) => [outcome.scenario, outcome]));
}

/** What the suite needs to sign in: the issuer, a registered app, and a port for the answer. */
export interface AuthorizationOptions {
  issuer: string;
  resource: string;
  clientId: string;
  port: number;
  version: string;
  folder: string;
  /** Allows the request that the suite prints for a person, and returns the URL of the answer. */
  allow(authorizationUrl: URL): Promise<URL>;
}

/** Runs all scenarios for authorization servers of a protocol version, and returns their checks. */
export async function runAuthorizationConformance({
  allow,
  ...options
}: AuthorizationOptions): Promise<ScenarioOutcome[]> {
  const child = spawn(process.execPath, [
    ...["--import", join(import.meta.dirname, "fs-glob-sync.mjs")],
    findClientProgram("@modelcontextprotocol/conformance/dist/index.js"),
    ...["authorization", "--url", options.issuer, "--client-id", options.clientId],
    ...["--resource", options.resource, "--port", String(options.port)],
    ...["--spec-version", options.version, "-o", options.folder],
  ]);
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const url = /https?:\/\/\S+\/oauth\/authorize\?\S+/.exec(line)?.[0];
    if (url !== undefined) await fetch(await allow(new URL(url)));
  }
  await ended;
  return readOutcomes(options.folder, /^(?:authorization-)?(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/);
}

async function readOutcomes(folder: string, pattern: RegExp): Promise<ScenarioOutcome[]> {
  const outcomes: ScenarioOutcome[] = [];
  for (const name of await readdir(folder)) {
    const scenario = pattern.exec(name)?.[1];
    if (scenario === undefined) continue;
    const text = await readFile(join(folder, name, "checks.json"), "utf8");
    outcomes.push(toOutcome(scenario, z.array(Check).parse(JSON.parse(text))));
  }
  return outcomes;
}

function toOutcome(scenario: string, checks: z.infer<typeof Check>[]): ScenarioOutcome {
  const withStatus = (wanted: string) => checks.filter(({ status }) => status === wanted);
  return {
    scenario,
    passed: withStatus("SUCCESS").map(({ id }) => id),
    failed: withStatus("FAILURE").map(({ id, errorMessage = "" }) => ({ id, message: errorMessage })),
  };
}
