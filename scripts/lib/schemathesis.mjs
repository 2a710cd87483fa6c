import { join } from "node:path";
import { run, works } from "./command.mjs";
import { sandboxPython } from "./environments.mjs";
import { fingerprint, isStamped, stamp } from "./fingerprint.mjs";
import { makeVenv } from "./python-venv.mjs";
import { CACHE, inRoot } from "./root.mjs";

const VENV = join(CACHE, "schemathesis");
const LOCK = "tests/schemathesis/requirements.txt";
const STAMP = join(VENV, "lock");

/** The folder of programs with Schemathesis and a validator of OpenAPI, installed as they are locked. */
export async function schemathesisPrograms() {
  const base = sandboxPython();
  const programs = join(VENV, "bin");
  const print = fingerprint([LOCK]);
  if (isStamped(STAMP, print) && works(join(programs, "python3"), ["--version"])) return programs;
  if (!works(base, ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]))
    throw new Error(
      `Schemathesis needs Python 3.11 or newer, and ${base} is none: STOA_PYTHON names another.`,
    );
  const python = await makeVenv(base, VENV);
  await run(python, [
    ...["-m", "pip", "install", "--disable-pip-version-check", "--quiet"],
    ...["--only-binary", ":all:", "--require-hashes", "--requirement", inRoot(LOCK)],
  ]);
  stamp(STAMP, print);
  return programs;
}
