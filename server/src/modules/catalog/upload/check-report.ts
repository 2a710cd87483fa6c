import type { UploadCheck } from "@stoa/contract";

/** The check of packages is made when a version becomes the current one again. */
type CheckName = Exclude<UploadCheck["name"], "environment">;

/** The checks of an upload in the order in which they run. */
const LABELS: Readonly<Record<CheckName, string>> = {
  size: "File size",
  syntax: "Syntax",
  framework: "Framework",
  entry_point: "Entry point",
  models: "Models",
  connectors: "Connectors",
  agents: "Other agents",
  secrets: "No secrets in the source",
  trial_run: "Trial run",
};
const ORDER: readonly CheckName[] = [
  "size",
  "syntax",
  "framework",
  "entry_point",
  "models",
  "connectors",
  "agents",
  "secrets",
  "trial_run",
];

/**
 * Whether one check passed, with what the developer reads. A problem names its line where it has one; a warning does not
 * keep the file from being listed.
 */
export type Finding =
  | { ok: true; detail: string; warns?: true }
  | { ok: false; detail: string; line?: number | undefined };

/** Collects findings; after the first failure every later check is skipped. */
export class CheckReport {
  readonly #findings = new Map<CheckName, Finding>();

  /** Notes a finding. @returns whether the checks go on. */
  add(name: CheckName, finding: Finding): boolean {
    this.#findings.set(name, finding);
    return finding.ok;
  }

  get failure(): string | undefined {
    for (const finding of this.#findings.values()) if (!finding.ok) return finding.detail;
    return undefined;
  }

  /** All checks, the ones not made as skipped. */
  toChecks(): UploadCheck[] {
    const failed = this.failure !== undefined;
    const why = failed ? "Not made, because an earlier check failed" : "Made when the agent is uploaded";
    return ORDER.map((name) => {
      const finding = this.#findings.get(name);
      if (!finding) return { name, label: LABELS[name], status: "skipped", detail: why };
      return presentFinding(name, finding);
    });
  }
}

/** Returns a check as its developer sees it. */
export function presentFinding(name: CheckName, finding: Finding): UploadCheck {
  const check = { name, label: LABELS[name], detail: finding.detail };
  if (finding.ok) return { ...check, status: finding.warns ? "warning" : "passed" };
  const { line } = finding;
  return { ...check, status: "failed", ...(line !== undefined && { line }) };
}
