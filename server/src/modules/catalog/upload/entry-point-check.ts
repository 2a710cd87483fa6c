import { LIMITS } from "@stoa/contract";
import type { EntryPoint, Inspection, InspectionProblem } from "@stoa/runtime/protocol";
import { type CheckResult, failCheck } from "./check-list.ts";
import type { UploadedFile } from "./upload-context.ts";

/** Checks that the file has an entry point, and that its examples are in total no larger than a run's input. */
export function checkEntryPoint({
  file,
  inspection,
}: {
  file: Pick<UploadedFile, "outputNode">;
  inspection: Inspection;
}): CheckResult<{ entry: EntryPoint }> {
  const { declaration, entry, entryProblem, entryDescription, coverage } = chooseOutputNode(
    inspection,
    file.outputNode,
  );
  if (entryProblem || !entry) return failCheck(entryProblem ?? { message: "No entry point was found" });
  const problem = findExamplesProblem(declaration);
  if (problem) return failCheck(problem);
  const detail = [entryDescription ?? describeEntry(entry), coverage].filter(Boolean).join(": ");
  return { ok: true, detail, facts: { entry } };
}

/** Makes the output of the developer's chosen node the answer, or explains why that is not possible. */
function chooseOutputNode(inspection: Inspection, name: string | undefined): Inspection {
  const { entry, outputNodes } = inspection;
  if (name === undefined || !entry) return inspection;
  const refuse = (message: string): Inspection => ({ ...inspection, entryProblem: { message } });
  if (!outputNodes) return refuse("Only n8n workflows can have an output node");
  if (!outputNodes.includes(name)) return refuse(`Output node '${name}' is never reached`);
  return { ...inspection, entry: { ...entry, output: name } };
}

/**
 * Returns a problem if the examples are larger than a run's input. They are shown on the agent's page, and the first
 * example fills its form.
 */
function findExamplesProblem({ examples }: Inspection["declaration"]): InspectionProblem | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(examples));
  if (bytes <= LIMITS.inputMaxBytes) return undefined;
  const [is, most] = [bytes, LIMITS.inputMaxBytes].map((size) => `${Math.ceil(size / 1024)} KiB`);
  return {
    message: `Your examples are ${is} in total. The limit is ${most}, the same as for a run's input. Shorten or remove some examples`,
  };
}

/** Describes the entry point of a file without code. The inspection of a Python file describes its own. */
export function describeEntry({ kind, name, output }: EntryPoint): string {
  if (kind === "declaration") return "The file's instructions";
  if (kind !== "workflow") return `Function ${name}`;
  return output === undefined ? "The workflow" : `The workflow; its output node is "${output}"`;
}
