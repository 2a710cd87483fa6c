import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCode } from "./program-code.ts";

/** The name of the file with the program, without its extension. The build replaces it. */
declare const PROGRAM_NAME: string;

/**
 * Starts the program of a worker process with the code that V8 has compiled at build time. If the argument
 * `--compile-to=FILE` is given, writes this code after the program's first workflow and exits.
 */
const path = join(__dirname, PROGRAM_NAME);
const code = loadCode(`${path}.cjs`, `${path}.v8`);
const { warm } = code.run() as { warm: Promise<void> };
const target = process.argv[2]?.match(/^--compile-to=(.+)/s)?.[1];
if (target !== undefined)
  void warm.then(() => {
    writeFileSync(target, code.compile());
    process.exit();
  });
