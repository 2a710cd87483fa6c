import {
  ANY_API,
  ConnectorMethod,
  type ConnectorUse,
  createReadingUse,
  describeUse,
  findConnectorPathProblem,
  findServerChoice,
  getChosenServerName,
  LIMITS,
} from "@stoa/contract";
import type { DeclaredConnector, Framework, Inspection, InspectionProblem } from "@stoa/runtime/protocol";
import { type CheckResult, failCheck } from "./check-list.ts";

/** The services that have connectors, keyed by name. */
export type ConnectorServices = Pick<ReadonlyMap<string, ConnectorService>, "get" | "keys">;

interface ConnectorService {
  displayName: string;
  /** Whether even a GET can change something at this service, so that no access to it can be declared as read-only. */
  hasSideEffects?: true;
}

export type ConnectorUses = { uses: ConnectorUse[] } | { problem: InspectionProblem };

/** Checks that every connector that a file declares exists, and that its methods and paths are valid. */
export function checkConnectors({
  inspection: { connectorProblem, declaration },
  framework,
  tools: { connectorServices },
}: {
  inspection: Inspection;
  framework: Framework;
  tools: { connectorServices: ConnectorServices };
}): CheckResult<{ connectors: ConnectorUse[] }> {
  if (connectorProblem) return failCheck(connectorProblem);
  const read = readConnectorUses(declaration.connectors, connectorServices, framework);
  if ("problem" in read) return failCheck(read.problem);
  const detail = describeConnectorUses(read.uses, connectorServices);
  return { ok: true, detail, facts: { connectors: read.uses } };
}

/**
 * Reads the connectors that a file declares: each service once, with methods and paths in a fixed order. A problem
 * names the line of the first invalid declaration.
 */
export function readConnectorUses(
  declared: readonly DeclaredConnector[],
  services: ConnectorServices,
  framework: Framework,
): ConnectorUses {
  const { listItemsMax } = LIMITS;
  if (declared.length > listItemsMax)
    return { problem: { message: `An agent can declare at most ${listItemsMax} connectors.` } };
  const uses: ConnectorUse[] = [];
  for (const one of declared) {
    const problem = uses.some(({ service }) => service === one.service)
      ? `The connector ${quote(one.service)} is declared twice.`
      : findConnectorProblem(one, services, framework);
    if (problem !== undefined)
      return { problem: { message: problem, ...(one.line !== undefined && { line: one.line }) } };
    uses.push(toConnectorUse(one));
  }
  return { uses };
}

/** Describes the connectors that an agent declares, as the list of checks shows them. */
export function describeConnectorUses(uses: readonly ConnectorUse[], services: ConnectorServices): string {
  const described = uses.map(
    (use) =>
      `${getChosenServerName(use.service) ?? services.get(use.service)?.displayName} (${describeUse(use)})`,
  );
  return described.join("; ") || "Uses no connectors";
}

function findConnectorProblem(
  { service, methods, paths }: DeclaredConnector,
  services: ConnectorServices,
  framework: Framework,
): string | undefined {
  // In other files the developer's own code names the host.
  const isChosen = framework === "n8n" && findServerChoice(service) !== undefined;
  if (!isChosen && !services.get(service))
    return `Unknown connector ${quote(service)}. Available: ${[...services.keys()].filter((name) => name !== ANY_API).join(", ")}, or any host, such as api.example.com.`;
  const unknown = methods?.find((method) => !ConnectorMethod.safeParse(method).success);
  if (unknown !== undefined)
    return `${quote(unknown)} is not a connector method. Use one of: ${ConnectorMethod.options.join(", ")}.`;
  const asReading = !methods || methods.some((method) => method !== "POST");
  if (services.get(service)?.hasSideEffects && asReading)
    return `${service} does not distinguish reads from writes. Declare {"service": "${service}", "methods": ["POST"], "paths": [...]} with every path that the agent calls, including reads.`;
  if (methods?.length === 0) return `The connector ${service} is declared without a method.`;
  if (paths?.length === 0) return `The connector ${service} is declared without a path.`;
  if (paths && paths.length > LIMITS.connectorPathsMax)
    return `The connector ${service} can have at most ${LIMITS.connectorPathsMax} paths.`;
  for (const path of paths ?? []) {
    const problem = findConnectorPathProblem(path);
    if (problem !== undefined) return `The path ${quote(path)} of the connector ${service} ${problem}.`;
  }
  return undefined;
}

function toConnectorUse({ service, methods, paths }: DeclaredConnector): ConnectorUse {
  const reading = createReadingUse(service);
  return {
    service,
    methods: methods ? ConnectorMethod.options.filter((method) => methods.includes(method)) : reading.methods,
    paths: paths ? [...new Set(paths)].sort() : reading.paths,
  };
}

/** Quotes text from a file, and shortens it to fit in a sentence. */
function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
