import {
  checkInspection,
  type FileReport,
  type InspectionTools,
  reportDeclaration,
  type UploadedFile,
} from "./file-report.ts";
import { readJsonAgent } from "./json-agent.ts";
import { inUploadPool } from "./upload-pool.ts";

const READ_JSON = { name: "readJsonAgent", work: readJsonAgent } as const;

/** The checks of a JSON file: recognised by its shape, read by the runtime that will run it. */
export async function inspectJsonFile(
  tools: InspectionTools,
  file: UploadedFile,
  source: string,
  report: FileReport,
): Promise<void> {
  const { checks } = report;
  const recognised = await inUploadPool(READ_JSON, source, file.owner);
  if ("syntax" in recognised) {
    checks.add("syntax", recognised.syntax);
    return;
  }
  checks.add("syntax", { ok: true, detail: "JSON" });
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
