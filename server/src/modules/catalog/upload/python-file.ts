import { FRAMEWORK_NAMES } from "@stoa/contract";
import type { Framework, InspectedArchive, Inspection } from "@stoa/runtime/protocol";
import type { RuntimeStatus } from "@stoa/runtime/supervisor";
import { AppError } from "../../../platform/http/app-error.ts";
import type { OpenedArchive } from "./archive/open-archive.ts";
import { type CheckResult, failCheck } from "./check-list.ts";
import { describeFile } from "./file-description.ts";
import type { FrameworkFacts, InspectingRuntime, UploadContext, UploadRuntimes } from "./upload-context.ts";

/** The result of inspecting a Python file's syntax tree. */
export interface PythonFile {
  language: "python";
  inspection: Inspection;
}

/**
 * The total size of the other Python files that are inspected, which is enough for a large project. Beyond it, only
 * the names of files are passed on.
 */
const LARGEST_MODULES_BYTES = 1024 * 1024;

const NO_PYTHON: RuntimeStatus = {
  available: false,
  reason: "This server has no Python runtime.",
  remedy: "Ask its operator to install Python 3.",
};

/** The Retry-After header if the sandbox is busy or broken, because a retry a moment later may succeed. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Reads a Python file in the sandbox.
 * @throws AppError 503 runtime_unavailable if the sandbox cannot read it.
 */
export async function checkPythonSyntax(
  { tools, file }: UploadContext,
  source: string,
): Promise<CheckResult<PythonFile>> {
  const others = file.archive ? readModules(file.archive) : undefined;
  const inspection = await inspectPython(tools.runtimes, source, others);
  if (inspection.syntaxProblem) return failCheck(inspection.syntaxProblem);
  return { ok: true, detail: "Python", facts: { language: "python", inspection } };
}

/** @throws AppError 503 runtime_unavailable if the packages of the framework are missing. */
export function checkPythonFramework(
  runtimes: UploadRuntimes,
  { inspection }: PythonFile,
): CheckResult<FrameworkFacts> {
  const { frameworkProblem, entryProblem } = inspection;
  if (frameworkProblem) return failCheck(frameworkProblem);
  if (isUnclear(inspection))
    return failCheck(entryProblem ?? { message: "Could not detect the framework of the file" });
  const framework = inspection.framework ?? "stoa";
  const description = describeFile(framework, inspection);
  const form =
    inspection.imports.includes("stoa") || framework !== "stoa" ? FRAMEWORK_NAMES[framework] : "Plain Python";
  const runtime = runtimes.runtime(framework);
  if (!runtime) {
    const name = FRAMEWORK_NAMES[framework];
    const message = `${form}, but the runtime for ${name} agents is not installed on this server`;
    return { ...failCheck({ message }), description };
  }
  requirePackages(framework, runtime);
  return { ok: true, detail: form, facts: { framework, runtime, inspection }, description };
}

/** @throws AppError 503 runtime_unavailable with the runtime's reason. */
async function inspectPython(
  runtimes: UploadRuntimes,
  source: string,
  archive: InspectedArchive | undefined,
): Promise<Inspection> {
  const runtime = runtimes.runtime("stoa");
  const status = runtime?.getStatus() ?? NO_PYTHON;
  if (!runtime || !status.available) {
    const why = status.available ? "" : `${status.reason} ${status.remedy}`;
    throw new AppError(503, "runtime_unavailable", `Python files cannot be checked here. ${why}`);
  }
  try {
    return await runtime.inspect(source, archive);
  } catch (cause) {
    throw new AppError(503, "runtime_unavailable", "The sandbox could not read the file. Try again.", {
      cause,
      headers: { "retry-after": RETRY_AFTER_SECONDS },
    });
  }
}

/** Returns the data about the other files that the inspection of the main file needs. */
function readModules({ entry, function: named, files }: OpenedArchive): InspectedArchive {
  const sources: Record<string, string> = {};
  let left = LARGEST_MODULES_BYTES;
  for (const { path, bytes } of files) {
    if (!path.endsWith(".py") || path === entry) continue;
    left -= bytes.length;
    sources[path] = left >= 0 ? bytes.toString("utf8") : "";
  }
  return { entry, sources, ...(named !== undefined && { function: named }) };
}

/** Returns whether a file imports an agent framework without naming one clearly. Everything else is plain Python. */
function isUnclear(inspection: Inspection): boolean {
  const agentFrameworks = /^(?:langchain|langgraph|autogen|pyautogen|ag2)(?:_|$)/;
  return inspection.framework === undefined && inspection.imports.some((name) => agentFrameworks.test(name));
}

function requirePackages(framework: Framework, runtime: Pick<InspectingRuntime, "getStatus">): void {
  const status = runtime.getStatus();
  if (status.available) return;
  const name = FRAMEWORK_NAMES[framework];
  const why = `${status.reason} ${status.remedy}`;
  throw new AppError(503, "runtime_unavailable", `${name} agents cannot be checked here. ${why}`);
}
