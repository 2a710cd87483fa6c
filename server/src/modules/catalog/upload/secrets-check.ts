import { isUtf8 } from "node:buffer";
import { findNameProblem, isReservedName, LIMITS } from "@stoa/contract";
import type { Inspection } from "@stoa/runtime/protocol";
import { type CheckResult, failCheck } from "./check-list.ts";
import { scanForSecrets } from "./secret-scan.ts";
import type { CheckTools, UploadedFile } from "./upload-context.ts";
import { runInUploadPool } from "./upload-pool.ts";

const SCAN = { name: "scanForSecrets", work: scanForSecrets } as const;

/** Looks for credentials in the text files of an upload. If there are none, finds the secrets that the agent needs. */
export async function checkSecrets({
  file,
  source,
  accountId,
  inspection,
  tools,
}: {
  file: UploadedFile;
  source: string;
  accountId: string;
  inspection: Inspection;
  tools: Pick<CheckTools, "listSecretNames">;
}): Promise<CheckResult<{ secrets: string[] }>> {
  const scanned = await runInUploadPool(SCAN, source, accountId);
  if (!scanned.ok) return scanned;
  for (const { path, bytes } of file.archive?.files ?? []) {
    if (path === file.filename || bytes.length > LIMITS.uploadMaxBytes || !isUtf8(bytes)) continue;
    const found = await runInUploadPool(SCAN, bytes.toString("utf8"), accountId);
    // `line` would refer to the main file, so only the detail names the line.
    if (!found.ok) return { ok: false, detail: `${path}: ${found.detail}` };
  }
  const set = file.agentId === undefined ? [] : await tools.listSecretNames(file.agentId);
  return checkSecretNames(inspection, scanned.detail, set);
}

/**
 * Finds the secrets that a file needs: the secrets that its script block declares, and the environment variables that
 * it reads. The result names the secrets that are not set.
 * @param detail the result of the search for credentials in the source
 * @param set the names of the agent's secrets; empty if the file is not a version of an agent
 */
function checkSecretNames(
  { script, environmentNames = [] }: Pick<Inspection, "script" | "environmentNames">,
  detail: string,
  set: readonly string[],
): CheckResult<{ secrets: string[] }> {
  const declared = script?.secrets ?? [];
  for (const name of declared) {
    const problem = findNameProblem(name);
    if (problem !== undefined) return failCheck({ message: `secrets of [tool.stoa]: ${problem}` });
  }
  const read = environmentNames.filter(
    (name) => findNameProblem(name) === undefined && !isReservedName(name),
  );
  const secrets = [...new Set([...declared, ...read])].slice(0, LIMITS.secretsMax);
  if (secrets.length === 0) return { ok: true, detail, facts: { secrets } };
  return { ok: true, detail: `${detail}. ${describeSecrets(secrets, set)}`, facts: { secrets } };
}

function describeSecrets(secrets: readonly string[], set: readonly string[]): string {
  const reads = `The file reads ${secrets.join(", ")}`;
  const missing = secrets.filter((name) => !set.includes(name));
  if (missing.length === 0) return `${reads}: all are set`;
  const pronoun = missing.length === 1 ? "it" : "them";
  const what = missing.length === secrets.length ? pronoun : missing.join(", ");
  return `${reads}: set ${what} under Secrets in the studio`;
}
