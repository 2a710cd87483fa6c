import { FRAMEWORK_NAMES } from "@stoa/contract";
import type { Framework, InputParameter, Inspection } from "@stoa/runtime/protocol";
import type { AgentRuntime, RuntimeStatus } from "@stoa/runtime/supervisor";
import { AppError } from "../../platform/http/app-error.ts";
import { CheckReport, type Finding } from "./check-report.ts";
import { type ConnectorServices, connectorsFinding, readConnectorUses } from "./connector-uses.ts";
import { entryText } from "./entry-text.ts";
import { parseJson, recogniseJson } from "./json-agent.ts";
import { scanForSecrets } from "./secret-scan.ts";
import { checkSize, readSource } from "./source-text.ts";
import { adapterOf, sha256Of, type VersionContent } from "./version-content.ts";

export interface UploadedFile {
  filename: string;
  bytes: Buffer;
}

/** The runtimes of this server; a supervisor fits. */
export interface Runtimes {
  runtime(framework: Framework): Pick<AgentRuntime, "status" | "inspect" | "environmentDigest"> | undefined;
}

/** What files are checked with. */
export interface InspectionTools {
  runtimes: Runtimes;
  connectorServices: ConnectorServices;
}

/** What the static checks found (reading 28, all but the trial run). */
export interface FileReport {
  checks: CheckReport;
  framework: Framework | null;
  suggested: { name: string | null; description: string | null };
  inputs: InputParameter[];
  declaration: Inspection["declaration"];
  /** Present when every check passed. */
  content: VersionContent | undefined;
}

const NOTHING_DECLARED: Inspection["declaration"] = {
  features: [],
  useCases: [],
  tags: [],
  models: [],
  connectors: [],
  examples: [],
};

const NO_PYTHON: RuntimeStatus = {
  available: false,
  reason: "This server has no Python runtime.",
  remedy: "Ask its operator to install Python 3.",
};

/** When the sandbox is busy or broken, a moment later is worth a try. */
const RETRY_AFTER_SECONDS = "5";

function emptyReport(checks: CheckReport): FileReport {
  return {
    checks,
    framework: null,
    suggested: { name: null, description: null },
    inputs: [],
    declaration: NOTHING_DECLARED,
    content: undefined,
  };
}

/** Reading 26: a framework whose runtime is not built is recognised and refused with that reason. */
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

/** A file that imports an agent framework but names none clearly; everything else is plain Python (reading 26). */
function isUnclear(inspection: Inspection): boolean {
  const agentFrameworks = /^(?:langchain|langgraph|autogen|pyautogen|ag2)(?:_|$)/;
  return inspection.framework === undefined && inspection.imports.some((name) => agentFrameworks.test(name));
}

function problemFinding(problem: { line?: number; message: string } | undefined, otherwise: string): Finding {
  if (!problem) return { ok: false, detail: otherwise };
  const place = problem.line === undefined ? "" : `Line ${problem.line}: `;
  return { ok: false, detail: place + problem.message, line: problem.line };
}

function connectorsOf({ connectorProblem, declaration }: Inspection, services: ConnectorServices) {
  if (connectorProblem) return { problem: connectorProblem };
  return readConnectorUses(declaration.connectors, services);
}

async function inspectPythonFile(
  { runtimes, connectorServices }: InspectionTools,
  file: UploadedFile,
  source: string,
  report: FileReport,
): Promise<void> {
  const inspection = await inspectPython(runtimes, source);
  const { checks } = report;
  const { syntaxProblem, entryProblem, entry, declaration } = inspection;
  if (
    !checks.add("syntax", syntaxProblem ? problemFinding(syntaxProblem, "") : { ok: true, detail: "Python" })
  )
    return;
  if (isUnclear(inspection)) {
    checks.add("framework", problemFinding(entryProblem, "The framework of the file is unclear"));
    return;
  }
  const framework = inspection.framework ?? "stoa";
  report.framework = framework;
  report.inputs = inspection.parameters;
  report.declaration = declaration;
  report.suggested = { name: declaration.name ?? null, description: declaration.description ?? null };
  const form =
    inspection.imports.includes("stoa") || framework !== "stoa" ? FRAMEWORK_NAMES[framework] : "Plain Python";
  const runtime = runtimes.runtime(framework);
  if (!checks.add("framework", checkFramework(framework, form, runtime !== undefined))) return;
  if (runtime) requirePackages(framework, runtime);
  if (entryProblem || !entry) {
    checks.add("entry_point", problemFinding(entryProblem, "No entry point was found"));
    return;
  }
  checks.add("entry_point", { ok: true, detail: entryText(framework, entry) });
  const connectors = connectorsOf(inspection, connectorServices);
  if ("problem" in connectors) {
    checks.add("connectors", problemFinding(connectors.problem, ""));
    return;
  }
  checks.add("connectors", connectorsFinding(connectors.uses, connectorServices));
  if (!checks.add("secrets", scanForSecrets(source))) return;
  report.content = {
    source,
    sha256: sha256Of(file.bytes),
    filename: file.filename,
    framework,
    agentType: adapterOf(framework),
    entry,
    inputs: inspection.parameters,
    models: declaration.models,
    connectors: connectors.uses,
    examples: declaration.examples,
    environmentDigest: runtime?.environmentDigest,
  };
}

/** No runtime for JSON agents is built yet, so their checks always end at the framework. */
function inspectJsonFile(source: string, report: FileReport): void {
  const { checks } = report;
  const parsed = parseJson(source);
  if ("problem" in parsed) {
    checks.add("syntax", parsed.problem);
    return;
  }
  checks.add("syntax", { ok: true, detail: "JSON" });
  const agent = recogniseJson(parsed.value);
  if (!agent.recognised) {
    checks.add("framework", agent.problem);
    return;
  }
  report.framework = agent.framework;
  report.suggested = { name: agent.name, description: null };
  const form = agent.framework === "n8n" ? "An n8n workflow" : "A Stoa declarative agent";
  checks.add("framework", {
    ok: false,
    detail: `${form}, but the runtime for ${agent.framework === "n8n" ? "n8n workflows" : "declarative agents"} is not built yet on this server`,
  });
}

/**
 * Makes every check that needs no run, in order, up to the first that fails.
 * @throws AppError 503 runtime_unavailable where the sandbox cannot look at the file.
 */
export async function inspectFile(tools: InspectionTools, file: UploadedFile): Promise<FileReport> {
  const report = emptyReport(new CheckReport());
  if (!report.checks.add("size", checkSize(file.bytes))) return report;
  const read = readSource(file.bytes);
  if ("problem" in read) report.checks.add("syntax", read.problem);
  else if (/\.json$/i.test(file.filename)) inspectJsonFile(read.text, report);
  else await inspectPythonFile(tools, file, read.text, report);
  return report;
}
