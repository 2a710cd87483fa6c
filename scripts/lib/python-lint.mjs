import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-nodejs";
import { CommandError } from "./command.mjs";
import { listFiles } from "./repository-texts.mjs";
import { ROOT } from "./root.mjs";

/**
 * Faults that tests find only if they happen to run the line: names that do not exist, unused imports and variables, defaults
 * and loop variables that are shared by accident, escapes that Python will refuse.
 */
const RULES = ["E9", "F", "W605", "PLE", "B006", "B023"];
/** Pytest passes fixtures by parameters with the name of an imported function. */
const EXCEPT = ["F811"];

/**
 * Checks the syntax and the names of Python files, with Ruff. It runs as WebAssembly, so this check needs no Python packages.
 * @param {readonly string[]} folders relative to the repository
 * @throws {CommandError} if a file has a fault
 */
export function checkPython(folders) {
  const workspace = new Workspace(
    { "target-version": "py311", lint: { select: RULES, ignore: EXCEPT } },
    PositionEncoding.Utf16,
  );
  const faults = folders
    .flatMap((folder) => listFiles(ROOT, folder))
    .filter((path) => path.endsWith(".py"))
    .flatMap((path) =>
      /** @type {import("@astral-sh/ruff-wasm-nodejs").Diagnostic[]} */ (
        workspace.check(readFileSync(join(ROOT, path), "utf8"))
      ).map(({ code, message, start_location: { row } }) => `${path}:${row} ${code ?? "syntax"} ${message}`),
    );
  workspace.free();
  if (faults.length > 0) throw new CommandError(`${faults.length} faults in Python files`, faults.join("\n"));
}
