import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, it } from "vitest";
import { findEnvironments, isPresent } from "../../runtime/supervisor/python/environments/index.ts";
import { findPython } from "../../runtime/supervisor/python/probe.ts";
import { getTestEnvironmentsDirectory } from "../../runtime/supervisor/python/testing/test-environments.ts";
import { PYTHON_PACKAGES } from "../../server/src/commands/paths.ts";
import type { Reply } from "../frameworks/scripted-model.ts";
import { useStand } from "./stand.ts";

const run = promisify(execFile);
const TOOL: Reply = { tool: "weather", args: { city: "Rome" } };

const stand = useStand();

/** Returns the provider's answer, which depends on the last message of the conversation. */
function replyTo(body: Record<string, unknown>, failedBefore: boolean): Reply {
  const last = JSON.stringify(Array.isArray(body.messages) ? body.messages.at(-1) : "");
  if (last.includes("sunny")) return "It is sunny";
  if (last.includes("tool")) return TOOL;
  if (last.includes("schema")) return '{"mood":"happy"}';
  if (last.includes("image")) return "A pixel";
  if (last.includes("count")) return "One two three";
  if (last.includes("breaks")) return { breaksAfter: "Half" };
  if (last.includes("fails once")) return failedBefore ? "At last" : { status: 500, message: "oops" };
  return "Hello there";
}

beforeEach(() => {
  let failed = false;
  stand().model.play((body) => {
    const reply = replyTo(body, failed);
    failed ||= typeof reply === "object" && "status" in reply;
    return reply;
  });
});

/**
 * Runs a file of checks and returns the names of the checks that passed. The file stops with a traceback at the first
 * check that fails.
 */
async function check(file: string): Promise<string[]> {
  const python = await findPython(undefined);
  const { base } = await findEnvironments({
    directory: getTestEnvironmentsDirectory(),
    sourceDirectory: PYTHON_PACKAGES,
    python,
    dropToUid: undefined,
  });
  if (!isPresent(base)) throw new Error(base.reason);
  const { stdout } = await run(python.executable, [join(import.meta.dirname, "python", file)], {
    env: {
      ...stand().settings,
      PATH: process.env.PATH,
      PYTHONPATH: base.packages,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  return stdout.trim().split("\n");
}

it.each([
  ["openai_client.py", 14],
  ["anthropic_client.py", 8],
])("the checks of the unmodified client in %s pass", async (file, checks) => {
  const { budget } = stand();
  const before = budget.reservations.size;
  expect(await check(file)).toHaveLength(checks);
  await expect.poll(() => budget.openReservations).toBe(0);
  expect(budget.records).toHaveLength(budget.reservations.size);
  expect(budget.reservations.size).toBeGreaterThan(before);
});
