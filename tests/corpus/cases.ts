import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const AGENTS = join(import.meta.dirname, "agents");

/** The input of an agent of the corpus, and the output that it must return. */
const Case = z.strictObject({
  input: z.record(z.string(), z.unknown()).optional(),
  /** A regular expression that must match the agent's output. */
  output: z.string().optional(),
  /** A regular expression that must match the reason for the refusal, if the file cannot run here. */
  refused: z.string().optional(),
  /** The reason why the file does not pass yet. The report counts the file as missing and shows this reason. */
  missing: z.string().optional(),
});
export type Case = z.infer<typeof Case> & { family: string; file: string; source: string };

/** Returns the cases of one family, which are the files that `cases.json` in its folder names. */
export function readCases(family: string): Case[] {
  const folder = join(AGENTS, family);
  const named = z
    .record(z.string(), Case)
    .parse(JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")));
  return Object.entries(named).map(([file, expected]) => {
    const path = join(folder, file);
    if (!existsSync(path)) throw new Error(`${family}/cases.json names ${file}, which does not exist`);
    return { family, file, source: readFileSync(path, "utf8"), ...expected };
  });
}
