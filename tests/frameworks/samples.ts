import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SEED } from "../../server/src/commands/paths.ts";
import type { TestServer } from "../harness/server.ts";
import { type RunResult, run, uploadSource } from "./agents.ts";

/** Uploads an unchanged sample agent and runs it once as another person. */
export async function runSample(server: TestServer, name: string, input: object): Promise<RunResult> {
  const source = await readFile(join(SEED, "agents", `${name}.py`), "utf8");
  return run(server, await uploadSource(server, `${name}.py`, source), input);
}

/** Returns the cells of the first table below a heading, without its header. */
export function findRowsBelow(output: unknown, heading: string): string[][] {
  const section = String(output).split(`## ${heading}`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}
