import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProgram, compileProgram, PROGRAM_FILE, writeProgram } from "./build-program.ts";

/** Programs of earlier sources stay for this time, because a process of that time may still start workers with them. */
const KEEP_MS = 3 * 24 * 60 * 60_000;

/** The program is bundled once per process. */
let built: string | undefined;

/**
 * Builds the worker program for development and tests, for which there is no build, and returns the path of its start
 * file. Processes with the same sources share it. Starting workers from the sources would take each process seconds.
 */
export function buildProgram(): string {
  if (built) return built;
  const programs = fileURLToPath(new URL("../../.cache/workflow-worker", import.meta.url));
  const program = bundleProgram();
  const folder = join(programs, program.name);
  if (!existsSync(folder)) {
    removeEarlierPrograms(programs);
    const unfinished = `${folder}-${process.pid}-${process.hrtime.bigint()}`;
    writeProgram(unfinished, program);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true });
      // Another process was faster.
      if (!existsSync(folder)) throw error;
    }
  }
  compileProgram(folder, program);
  built = join(folder, PROGRAM_FILE);
  return built;
}

function removeEarlierPrograms(programs: string): void {
  mkdirSync(programs, { recursive: true });
  for (const name of readdirSync(programs)) {
    const path = join(programs, name);
    // Another process may have removed it in the meantime.
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modifiedAt > KEEP_MS) rmSync(path, { recursive: true, force: true });
  }
}
