import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SEED } from "../../server/src/commands/paths.ts";
import type { TestServer } from "../harness/server.ts";
import { type Listed, type Ran, run, uploadSource } from "./agents.ts";

/** Uploads a file of server/seed as it is. */
export async function uploadSeedFile(
  server: TestServer,
  folder: "agents" | "templates",
  name: string,
): Promise<Listed> {
  return uploadSource(server, `${name}.py`, await readFile(join(SEED, folder, `${name}.py`), "utf8"));
}

/** Uploads a sample agent and runs it once for somebody else. */
export async function runSample(server: TestServer, name: string, input: object): Promise<Ran> {
  return run(server, await uploadSeedFile(server, "agents", name), input);
}

/** The cells of the first table below a heading, without its header. */
export function rowsBelow(output: unknown, heading: string): string[][] {
  const section = String(output).split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
