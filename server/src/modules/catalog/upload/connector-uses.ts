import {
  ANY_API,
  ConnectorMethod,
  type ConnectorUse,
  choiceOf,
  chosenServerName,
  connectorPathProblem,
  LIMITS,
  readingUse,
  wordsOfUse,
} from "@stoa/contract";
import type { DeclaredConnector, Framework, Problem } from "@stoa/runtime/protocol";
import type { Finding } from "./check-report.ts";

/** The services that connectors can be made for, by their names. */
export type ConnectorServices = Pick<ReadonlyMap<string, ConnectorService>, "get" | "keys">;

interface ConnectorService {
  displayName: string;
  /** A call by GET can change things there too, so that nothing can be declared as reading. */
  getMayChange?: true;
}

export type ConnectorUses = { uses: ConnectorUse[] } | { problem: Problem };

/**
 * What a file declares, as a manifest: each service once, methods and paths in their fixed order. A problem names the
 * line of the first declaration that is wrong.
 */
export function readConnectorUses(
  declared: readonly DeclaredConnector[],
  services: ConnectorServices,
  framework: Framework,
): ConnectorUses {
  const { listItemsMax } = LIMITS;
  if (declared.length > listItemsMax)
    return { problem: { message: `An agent may declare at most ${listItemsMax} connectors.` } };
  const uses: ConnectorUse[] = [];
  for (const one of declared) {
    const problem = uses.some(({ service }) => service === one.service)
      ? `The connector ${quoted(one.service)} is declared twice.`
      : problemOf(one, services, framework);
    if (problem !== undefined)
      return { problem: { message: problem, ...(one.line !== undefined && { line: one.line }) } };
    uses.push(useOf(one));
  }
  return { uses };
}

/** The check of an upload that says what an agent uses. */
export function connectorsFinding(uses: readonly ConnectorUse[], services: ConnectorServices): Finding {
  const words = uses.map(
    (use) =>
      `${chosenServerName(use.service) ?? services.get(use.service)?.displayName} (${wordsOfUse(use)})`,
  );
  return { ok: true, detail: words.join("; ") || "Uses none" };
}

function problemOf(
  { service, methods, paths }: DeclaredConnector,
  services: ConnectorServices,
  framework: Framework,
): string | undefined {
  // Files of others say the hosts themselves, in code of their developer's own.
  const isChosen = framework === "n8n" && choiceOf(service) !== undefined;
  if (!isChosen && !services.get(service))
    return `There is no connector ${quoted(service)}. There are: ${[...services.keys()].filter((name) => name !== ANY_API).join(", ")}, and any host, such as api.example.com.`;
  const unknown = methods?.find((method) => !ConnectorMethod.safeParse(method).success);
  if (unknown !== undefined)
    return `${quoted(unknown)} is no method of a connector. There are: ${ConnectorMethod.options.join(", ")}.`;
  const asReading = !methods || methods.some((method) => method !== "POST");
  if (services.get(service)?.getMayChange && asReading)
    return `At ${service} reading and changing look alike: declare {"service": "${service}", "methods": ["POST"], "paths": [...]} with every path that is called, also to read.`;
  if (methods?.length === 0) return `The connector ${service} is declared without a method.`;
  if (paths?.length === 0) return `The connector ${service} is declared without a path.`;
  if (paths && paths.length > LIMITS.connectorPathsMax)
    return `The connector ${service} may have at most ${LIMITS.connectorPathsMax} paths.`;
  for (const path of paths ?? []) {
    const problem = connectorPathProblem(path);
    if (problem !== undefined) return `The path ${quoted(path)} of the connector ${service} ${problem}.`;
  }
  return undefined;
}

function useOf({ service, methods, paths }: DeclaredConnector): ConnectorUse {
  const reading = readingUse(service);
  return {
    service,
    methods: methods ? ConnectorMethod.options.filter((method) => methods.includes(method)) : reading.methods,
    paths: paths ? [...new Set(paths)].sort() : reading.paths,
  };
}

/** What a file wrote, cut to what fits a sentence. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
