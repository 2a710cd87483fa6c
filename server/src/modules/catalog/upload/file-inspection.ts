import { emptyReport, type FileReport, type InspectionTools, type UploadedFile } from "./file-report.ts";
import { inspectJsonFile } from "./json-inspection.ts";
import { inspectPythonFile } from "./python-inspection.ts";
import { checkSize, readSource } from "./source-text.ts";

/**
 * Makes every check that needs no run, in order, up to the first that fails.
 * @throws AppError 503 runtime_unavailable where the sandbox cannot look at the file.
 */
export async function inspectFile(tools: InspectionTools, file: UploadedFile): Promise<FileReport> {
  const report = emptyReport();
  if (!report.checks.add("size", checkSize(file.bytes))) return report;
  const read = readSource(file.bytes);
  if ("problem" in read) report.checks.add("syntax", read.problem);
  else if (/\.json$/i.test(file.filename)) await inspectJsonFile(tools, file, read.text, report);
  else await inspectPythonFile(tools, file, read.text, report);
  return report;
}
