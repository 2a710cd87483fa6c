import { LIMITS } from "@stoa/contract";
import type {
  EntryPoint,
  Framework,
  InputParameter,
  Inspection,
  Problem,
  RuntimeName,
} from "@stoa/runtime/protocol";
import { NOTHING_DECLARED, runtimeNameOf } from "@stoa/runtime/protocol";
import type { AgentRuntime } from "@stoa/runtime/supervisor";
import type { CallableAgents } from "../agents/callable-agents.ts";
import { adapterOf, sha256Of, type VersionContent } from "../versions/version-content.ts";
import { calledAgentsFinding, calledAgentsProblem } from "./called-agents.ts";
import { CheckReport, type Finding } from "./check-report.ts";
import { type ConnectorServices, connectorsFinding, readConnectorUses } from "./connector-uses.ts";
import { entryText } from "./entry-text.ts";
import { modelsFinding, type OfferedModels } from "./offered-models.ts";
import { withOutputNode } from "./output-node.ts";
import { scanForSecrets } from "./secret-scan.ts";
import { inUploadPool } from "./upload-pool.ts";

export interface UploadedFile {
  filename: string;
  bytes: Buffer;
  /** The agent that it becomes a version of; none: a new one. */
  agentId?: number;
  /** Of a workflow: the node that its developer named as the one whose output is the answer. */
  outputNode?: string;
  /** Its developer accepts that models which it names are not offered yet. */
  allowMissingModels?: boolean;
  /** The account whose file it is: accounts take turns where files take long. */
  owner?: string;
}

/** One runtime as far as uploads are concerned. */
export type InspectingRuntime = Pick<AgentRuntime, "status" | "inspect" | "environmentDigest">;

/** The runtimes of this server; a supervisor fits. */
export interface Runtimes {
  runtime(name: RuntimeName): InspectingRuntime | undefined;
}

/** What files are checked with. */
export interface InspectionTools {
  runtimes: Runtimes;
  connectorServices: ConnectorServices;
  models: OfferedModels;
  /** Those of these agents that anybody may run. */
  callableAgents: (agentIds: readonly number[]) => Promise<CallableAgents>;
}

/** What the static checks found: all checks but the trial run. */
export interface FileReport {
  checks: CheckReport;
  framework: Framework | null;
  suggested: { name: string | null; description: string | null };
  inputs: InputParameter[];
  /** Of a workflow: the nodes whose output may be the answer, and the one that the file names. */
  outputNodes: string[];
  outputNode: string | null;
  declaration: Inspection["declaration"];
  /** Present when every check passed. */
  content: VersionContent | undefined;
}

export function emptyReport(): FileReport {
  return {
    checks: new CheckReport(),
    framework: null,
    suggested: { name: null, description: null },
    inputs: [],
    outputNodes: [],
    outputNode: null,
    declaration: NOTHING_DECLARED,
    content: undefined,
  };
}

export function problemFinding(
  problem: { line?: number; message: string } | undefined,
  otherwise: string,
): Finding {
  if (!problem) return { ok: false, detail: otherwise };
  const place = problem.line === undefined ? "" : `Line ${problem.line}: `;
  return { ok: false, detail: place + problem.message, line: problem.line };
}

/** Puts into the report what a file says of itself. */
export function reportDeclaration(
  report: FileReport,
  framework: Framework,
  { parameters, declaration, entry, outputNodes = [] }: Inspection,
): void {
  report.framework = framework;
  report.inputs = parameters;
  report.outputNodes = outputNodes;
  report.outputNode = entry?.output ?? null;
  report.declaration = declaration;
  report.suggested = { name: declaration.name ?? null, description: declaration.description ?? null };
}

function connectorsOf(
  { connectorProblem, declaration }: Inspection,
  services: ConnectorServices,
  framework: Framework,
) {
  if (connectorProblem) return { problem: connectorProblem };
  return readConnectorUses(declaration.connectors, services, framework);
}

function checkEntry(
  report: FileReport,
  { declaration, entry, entryProblem, entryDescription, coverage }: Inspection,
): EntryPoint | undefined {
  if (entryProblem || !entry) {
    report.checks.add("entry_point", problemFinding(entryProblem, "No entry point was found"));
    return undefined;
  }
  const problem = examplesProblem(declaration);
  if (problem) {
    report.checks.add("entry_point", problemFinding(problem, ""));
    return undefined;
  }
  const detail = [entryDescription ?? entryText(entry), coverage].filter(Boolean).join(": ");
  report.checks.add("entry_point", { ok: true, detail });
  return entry;
}

/** An agent's page shows them to everybody, and the first fills its form. */
function examplesProblem({ examples }: Inspection["declaration"]): Problem | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(examples));
  if (bytes <= LIMITS.inputMaxBytes) return undefined;
  const [is, most] = [bytes, LIMITS.inputMaxBytes].map((size) => `${Math.ceil(size / 1024)} kB`);
  return { message: `The examples are ${is} together, and may be ${most}, as much as a run takes in` };
}

/** @returns the agents that the file calls, each once; nothing where one of its calls cannot work. */
async function checkCalledAgents(
  report: FileReport,
  { agentProblem, declaration }: Inspection,
  { agentId }: UploadedFile,
  callableAgents: InspectionTools["callableAgents"],
): Promise<number[] | undefined> {
  if (agentProblem) {
    report.checks.add("agents", problemFinding(agentProblem, ""));
    return undefined;
  }
  const called = [...new Set(declaration.agents.map((one) => one.agentId))];
  const callable = await callableAgents(called);
  const problem = calledAgentsProblem(declaration.agents, callable, agentId);
  const finding = problem ? problemFinding(problem, "") : calledAgentsFinding(called, callable);
  return report.checks.add("agents", finding) ? called : undefined;
}

const SCAN = { name: "scanForSecrets", work: scanForSecrets } as const;

/** What is checked of every file once its framework is known; where all passes the report has its content. */
export async function checkInspection(
  report: FileReport,
  {
    file,
    source,
    framework,
    runtime,
    inspection,
    tools: { connectorServices, models, callableAgents },
  }: {
    file: UploadedFile;
    source: string;
    framework: Framework;
    runtime: Pick<AgentRuntime, "environmentDigest"> | undefined;
    inspection: Inspection;
    tools: InspectionTools;
  },
): Promise<void> {
  const entry = checkEntry(report, withOutputNode(inspection, file.outputNode));
  if (!entry) return;
  const allowMissing = file.allowMissingModels === true;
  const named = modelsFinding(inspection.declaration.models, models, { allowMissing });
  if (!report.checks.add("models", named)) return;
  const connectors = connectorsOf(inspection, connectorServices, framework);
  if ("problem" in connectors) {
    report.checks.add("connectors", problemFinding(connectors.problem, ""));
    return;
  }
  report.checks.add("connectors", connectorsFinding(connectors.uses, connectorServices));
  const agents = await checkCalledAgents(report, inspection, file, callableAgents);
  if (!agents) return;
  if (!report.checks.add("secrets", await inUploadPool(SCAN, source, file.owner))) return;
  report.content = {
    source,
    sha256: sha256Of(file.bytes),
    filename: file.filename,
    framework,
    agentType: adapterOf(runtimeNameOf(framework, entry)),
    entry,
    inputs: inspection.parameters,
    models: inspection.declaration.models,
    connectors: connectors.uses,
    agents,
    hosts: inspection.declaration.hosts ?? [],
    examples: inspection.declaration.examples,
    environmentDigest: runtime?.environmentDigest,
  };
}
