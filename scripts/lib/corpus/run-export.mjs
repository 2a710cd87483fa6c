import { createPlausibleJson } from "./plausible-json.mjs";
import { createScriptedGateway } from "./scripted-gateway.mjs";
import { createPlausibleInput, shortenRun } from "./short-run.mjs";
import { readWrittenAnswers } from "./written-answers.mjs";

/**
 * Runs an export to its end, with scripted servers, services and models. @param {any} product the built modules of
 * `stoa workflow`
 * @param {{ file: string; source: string; report: any; python: unknown }} given
 * @returns {Promise<string | undefined>} the error that ended the run early
 */
export async function findRunFailure({ runFile }, { file, source, report, python }) {
  const nodes = (JSON.parse(source).nodes ?? []).map((/** @type {any} */ node) => ({
    parameters: {},
    ...node,
  }));
  const any = createPlausibleJson(nodes);
  const run = shortenRun(source, report.trigger.node);
  const written = readWrittenAnswers(file);
  const input = run.hasPinnedInput
    ? undefined
    : { ...createPlausibleInput(report.parameters, any, nodes), ...written.input };
  const gateway = createScriptedGateway(nodes, any, written);
  const { error } = await runFile(run.source, input, { gateway, python, say: () => undefined });
  return error ? `'${error.node}'${error.field ? ` (${error.field})` : ""}: ${error.message}` : undefined;
}
