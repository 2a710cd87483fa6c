import {
  checkInspection,
  type FileReport,
  type InspectionTools,
  reportDeclaration,
  type UploadedFile,
} from "./file-report.ts";
import { parseJson, recogniseJson } from "./json-agent.ts";

/** The checks of a JSON file: recognised by its shape, read by the runtime that will run it. */
export async function inspectJsonFile(
  tools: InspectionTools,
  file: UploadedFile,
  source: string,
  report: FileReport,
): Promise<void> {
  const { checks } = report;
  const parsed = parseJson(source);
  if ("problem" in parsed) {
    checks.add("syntax", parsed.problem);
    return;
  }
  checks.add("syntax", { ok: true, detail: "JSON" });
  const recognised = recogniseJson(parsed.value);
  if ("problem" in recognised) {
    checks.add("framework", recognised.problem);
    return;
  }
  const { framework, name } = recognised;
  report.framework = framework;
  report.suggested = { name, description: null };
  const form = framework === "n8n" ? "An n8n workflow" : "A Stoa declarative agent";
  const runtime = tools.runtimes.runtime(framework === "n8n" ? "n8n" : "declarative");
  if (!runtime) {
    checks.add("framework", { ok: false, detail: `${form}, which this server does not run` });
    return;
  }
  checks.add("framework", { ok: true, detail: form });
  const inspection = await runtime.inspect(source);
  if (inspection.entry) reportDeclaration(report, framework, inspection);
  await checkInspection(report, { file, source, framework, runtime, inspection, tools });
}
