import { plausibleJson } from "./plausible-json.mjs";
import { scriptedGateway } from "./scripted-gateway.mjs";
import { plausibleInput, shortened } from "./short-run.mjs";
import { writtenFor } from "./written-answers.mjs";

/**
 * Runs an export to its end, with servers, services and models that are scripted.
 * @param {any} product what is built of `stoa workflow`
 * @param {{ file: string; source: string; report: any; python: unknown }} given
 * @returns {Promise<string | undefined>} what ended it before
 */
export async function failureOf({ runFile }, { file, source, report, python }) {
  const nodes = (JSON.parse(source).nodes ?? []).map((/** @type {any} */ node) => ({
    parameters: {},
    ...node,
  }));
  const any = plausibleJson(nodes);
  const run = shortened(source, report.trigger.node);
  const written = writtenFor(file);
  const input = run.hasPinnedInput
    ? undefined
    : { ...plausibleInput(report.parameters, any, nodes), ...written.input };
  const gateway = scriptedGateway(nodes, any, written);
  const { error } = await runFile(run.source, input, { gateway, python, say: () => undefined });
  return error ? `'${error.node}'${error.field ? ` (${error.field})` : ""}: ${error.message}` : undefined;
}
