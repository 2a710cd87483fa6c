import { findNameProblem, isReservedName, LIMITS } from "@stoa/contract";
import type { Inspection } from "@stoa/runtime/protocol";
import { type CheckResult, failCheck } from "./check-list.ts";

/**
 * Finds the secrets that a file needs: those of its script block, and the environment variables that it reads.
 * @param detail what the search for credentials in the source found
 */
export function checkSecretNames(
  { script, environmentNames = [] }: Pick<Inspection, "script" | "environmentNames">,
  detail: string,
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
  const pronoun = secrets.length === 1 ? "it" : "them";
  return {
    ok: true,
    detail: `${detail}. The file reads ${secrets.join(", ")}: set ${pronoun} under Secrets in the studio`,
    facts: { secrets },
  };
}
