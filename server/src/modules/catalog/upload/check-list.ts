import type { UploadCheck } from "@stoa/contract";
import type { InspectionProblem } from "@stoa/runtime/protocol";
import { type FileDescription, NO_DESCRIPTION } from "./file-description.ts";

interface Passed {
  ok: true;
  detail: string;
  /** Whether the developer should read the detail although the file may be listed. */
  warns?: true;
  /** A script block that the developer can add to the file. */
  script?: string;
}

interface Failed {
  ok: false;
  detail: string;
  /** The line of the problem, if it has one. */
  line?: number | undefined;
  /** A script block that would fix the file. */
  script?: string;
}

/** Whether a check passed, and the sentence that the developer reads. */
export type Finding = Passed | Failed;

/**
 * The result of a check. `facts` contains the data that later checks need. A failed check may also return the file's
 * description of itself, which the upload form shows.
 */
export type CheckResult<Facts> =
  | (Passed & { facts: Facts; description?: FileDescription })
  | (Failed & { description?: FileDescription });

/** One check of an upload, as the list on screen shows it. */
export interface Check<Context, Facts> {
  name: UploadCheck["name"];
  label: string;
  run(context: Context): CheckResult<Facts> | Promise<CheckResult<Facts>>;
}

interface Report {
  /** Every check, in order. */
  checks: UploadCheck[];
  description: FileDescription;
}

/** The result of a list of checks. Only a file that passed all of them has facts. */
export type CheckReport<Facts> = Report &
  ({ passed: true; facts: Facts } | { passed: false; failure: string });

/**
 * Returns the result of a failed check, with the location of the problem. `line` is set only for a line of the main
 * file.
 */
export function failCheck({ path, line, message }: InspectionProblem): Failed {
  if (path === undefined)
    return { ok: false, detail: `${line === undefined ? "" : `Line ${line}: `}${message}`, line };
  return { ok: false, detail: `${path}${line === undefined ? "" : `, line ${line}`}: ${message}` };
}

/** Returns the result of a check that adds no facts. */
export function toResult(finding: Finding): CheckResult<object> {
  return finding.ok ? { ...finding, facts: {} } : finding;
}

/** Returns a check as its developer sees it. */
export function presentCheck(
  { name, label }: Pick<Check<never, unknown>, "name" | "label">,
  finding: Finding,
): UploadCheck {
  const { script } = finding;
  const check = {
    name,
    label,
    detail: finding.detail,
    ...(script !== undefined && { suggested_script: script }),
  };
  if (finding.ok) return { ...check, status: finding.warns ? "warning" : "passed" };
  const { line } = finding;
  return { ...check, status: "failed", ...(line !== undefined && { line }) };
}

/** Returns a check that was skipped, with the reason. */
export function skipCheck(
  { name, label }: Pick<Check<never, unknown>, "name" | "label">,
  { passed }: { passed: boolean },
): UploadCheck {
  const detail = passed ? "Runs when the agent is uploaded" : "Skipped because an earlier check failed";
  return { name, label, status: "skipped", detail };
}

/** Runs one more check of a file, or skips it if an earlier check has failed. */
export async function runCheck<Facts extends object, Added extends object>(
  before: CheckReport<Facts>,
  check: Check<NoInfer<Facts>, Added>,
): Promise<CheckReport<Facts & Added>> {
  if (!before.passed) return { ...before, checks: [...before.checks, skipCheck(check, before)] };
  const result = await check.run(before.facts);
  const report: Report = {
    checks: [...before.checks, presentCheck(check, result)],
    description: result.description ?? before.description,
  };
  return result.ok
    ? { ...report, passed: true, facts: { ...before.facts, ...result.facts } }
    : { ...report, passed: false, failure: result.detail };
}

/**
 * Checks in the order in which they run. Each receives the facts of the checks before it. After a failure the rest are
 * skipped.
 */
export class CheckList<Context extends object, Facts extends object> {
  readonly #run: (context: Context) => Promise<CheckReport<Facts>>;

  private constructor(run: (context: Context) => Promise<CheckReport<Facts>>) {
    this.#run = run;
  }

  /** Returns a list without checks. */
  static for<Context extends object>(): CheckList<Context, Context> {
    return new CheckList(async (facts) => ({
      passed: true,
      facts,
      checks: [],
      description: NO_DESCRIPTION,
    }));
  }

  /** Returns a list with one more check at its end. */
  add<Added extends object>(check: Check<Facts, Added>): CheckList<Context, Facts & Added> {
    return new CheckList(async (context) => runCheck(await this.#run(context), check));
  }

  /** Runs the checks, up to the first that fails. */
  run(context: Context): Promise<CheckReport<Facts>> {
    return this.#run(context);
  }
}
