import { FRAMEWORK_NAMES } from "@stoa/contract";
import type { Framework, Inspection } from "@stoa/runtime/protocol";
import type { AgentRuntime, RuntimeStatus } from "@stoa/runtime/supervisor";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Finding } from "./check-report.ts";
import {
  checkInspection,
  type FileReport,
  type InspectionTools,
  problemFinding,
  type Runtimes,
  reportDeclaration,
  type UploadedFile,
} from "./file-report.ts";

const NO_PYTHON: RuntimeStatus = {
  available: false,
  reason: "This server has no Python runtime.",
  remedy: "Ask its operator to install Python 3.",
};

/** When the sandbox is busy or broken, a moment later is worth a try. */
const RETRY_AFTER_SECONDS = "5";

/** Refuses a framework whose runtime is not installed, with that reason. */
function checkFramework(framework: Framework, form: string, isBuilt: boolean): Finding {
  const name = FRAMEWORK_NAMES[framework];
  if (isBuilt) return { ok: true, detail: form };
  return {
    ok: false,
    detail: `${form}, but the runtime for ${name} agents is not built yet on this server`,
  };
}

/** @throws AppError 503 runtime_unavailable with the runtime's reason. */
async function inspectPython(runtimes: Runtimes, source: string): Promise<Inspection> {
  const runtime = runtimes.runtime("stoa");
  const status = runtime?.status() ?? NO_PYTHON;
  if (!runtime || !status.available) {
    const why = status.available ? "" : `${status.reason} ${status.remedy}`;
    throw new AppError(503, "runtime_unavailable", `Python files cannot be checked here. ${why}`);
  }
  try {
    return await runtime.inspect(source);
  } catch (cause) {
    throw new AppError(503, "runtime_unavailable", "The sandbox could not look at the file. Try again.", {
      cause,
      headers: { "retry-after": RETRY_AFTER_SECONDS },
    });
  }
}

/** @throws AppError 503 runtime_unavailable where the framework is built and its packages are not there. */
function requirePackages(framework: Framework, runtime: Pick<AgentRuntime, "status">): void {
  const status = runtime.status();
  if (status.available) return;
  const name = FRAMEWORK_NAMES[framework];
  const why = `${status.reason} ${status.remedy}`;
  throw new AppError(503, "runtime_unavailable", `${name} agents cannot be checked here. ${why}`);
}

/** Whether a file imports an agent framework without naming one clearly. Everything else is plain Python. */
function isUnclear(inspection: Inspection): boolean {
  const agentFrameworks = /^(?:langchain|langgraph|autogen|pyautogen|ag2)(?:_|$)/;
  return inspection.framework === undefined && inspection.imports.some((name) => agentFrameworks.test(name));
}

/**
 * The checks of a Python file, by its syntax tree.
 * @throws AppError 503 runtime_unavailable where the sandbox cannot look at it, or its packages are not there.
 */
export async function inspectPythonFile(
  tools: InspectionTools,
  file: UploadedFile,
  source: string,
  report: FileReport,
): Promise<void> {
  const inspection = await inspectPython(tools.runtimes, source);
  const { checks } = report;
  const { syntaxProblem, frameworkProblem, entryProblem } = inspection;
  if (
    !checks.add("syntax", syntaxProblem ? problemFinding(syntaxProblem, "") : { ok: true, detail: "Python" })
  )
    return;
  if (frameworkProblem) {
    checks.add("framework", problemFinding(frameworkProblem, ""));
    return;
  }
  if (isUnclear(inspection)) {
    checks.add("framework", problemFinding(entryProblem, "The framework of the file is unclear"));
    return;
  }
  const framework = inspection.framework ?? "stoa";
  reportDeclaration(report, framework, inspection);
  const form =
    inspection.imports.includes("stoa") || framework !== "stoa" ? FRAMEWORK_NAMES[framework] : "Plain Python";
  const runtime = tools.runtimes.runtime(framework);
  if (!checks.add("framework", checkFramework(framework, form, runtime !== undefined))) return;
  if (runtime) requirePackages(framework, runtime);
  await checkInspection(report, { file, source, framework, runtime, inspection, tools });
}
