import { isApiHost } from "@stoa/contract/api-host";
import { RUN_NAMED } from "@stoa/contract/chosen-servers";
import { isObject } from "../../model/is-object.ts";
import type { JsonObject } from "../../model/item.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { findConnectorNeed, findService, getCredentialService } from "./connected-services.ts";

/** The origin of a request, as far as the file determines it. */
interface StatedAddress {
  protocol: string;
  host: string;
}

const ORIGIN = /^\s*(https?:)\/\/([^/?#{}\s]+)(?=[/?#]|$)/i;

/** Matches text that begins with a short expression. Longer expressions do more than read a field. */
const FIRST_EXPRESSION = /^=\s*\{\{([^{}]{1,300})\}\}(.*)$/s;
const READS_FIELD =
  /^(?:\$json|\$\("(?<node>[^"]+)"\)\.(?:item|first\(\)|last\(\))\.json|\$node\["(?<old>[^"]+)"\]\.json)(?:\.(?<name>\w+)|\["(?<key>[^"]+)"\])$/;

/**
 * Returns the field that the expression at the start of `text` reads, the node that it names, if any, and the rest of
 * the text. Returns undefined if the expression does more than read a field.
 */
function readField(text: string): { field: string; node: string | undefined; rest: string } | undefined {
  const [, expression = "", rest = ""] = FIRST_EXPRESSION.exec(text) ?? [];
  const { node, old, name, key } = READS_FIELD.exec(expression.trim().replaceAll("'", '"'))?.groups ?? {};
  const field = name ?? key;
  return field === undefined ? undefined : { field, node: node ?? old, rest };
}

const SETS_FIELDS = "n8n-nodes-base.set";

/** The strings that Edit Fields nodes write, keyed by node and field. */
type WrittenTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

function getEntries({ assignments, fields, values }: JsonObject): JsonObject[] {
  const lists = [
    isObject(assignments) ? assignments.assignments : undefined,
    isObject(fields) ? fields.values : undefined,
    isObject(values) ? values.string : undefined,
  ];
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
}

function listTexts({ parameters }: WorkflowNode): [field: string, text: string][] {
  return getEntries(parameters).flatMap((entry): [string, string][] => {
    const text = entry.value ?? entry.stringValue;
    const isWritten = typeof text === "string" && !text.startsWith("=");
    return isWritten && typeof entry.name === "string" ? [[entry.name, text]] : [];
  });
}

const written = new WeakMap<Workflow, WrittenTexts>();

function readWrittenTexts(workflow: Workflow): WrittenTexts {
  const cached = written.get(workflow);
  if (cached) return cached;
  const found = new Map(
    [...workflow.nodes.values()]
      .filter(({ type, disabled }) => type === SETS_FIELDS && !disabled)
      .map((node) => [node.name, new Map(listTexts(node))] as const),
  );
  written.set(workflow, found);
  return found;
}

/**
 * Returns the string that the named node writes into a field. If no node is named, returns the string that all nodes
 * write into it, or undefined if they differ.
 */
function getFieldText(workflow: Workflow, node: string | undefined, field: string): string | undefined {
  const texts = readWrittenTexts(workflow);
  if (node !== undefined) return texts.get(node)?.get(field);
  const [text, ...others] = new Set([...texts.values()].flatMap((fields) => fields.get(field) ?? []));
  return others.length === 0 ? text : undefined;
}

function addressIn(text: string): StatedAddress | undefined {
  const [, protocol, host] = ORIGIN.exec(text) ?? [];
  if (protocol === undefined || host === undefined) return undefined;
  return { protocol: protocol.toLowerCase(), host: host.toLowerCase() };
}

/**
 * Returns the origin of a node's URL. The origin is part of the URL itself, or of the string that an Edit Fields node
 * writes into the field with which the URL begins. Returns undefined if neither contains an origin. The actual URL is
 * checked at run time.
 */
function readAddress(url: unknown, workflow: Workflow): StatedAddress | undefined {
  if (typeof url !== "string") return undefined;
  const read = readField(url);
  if (!read) return addressIn(url.replace(/^=/, ""));
  const text = getFieldText(workflow, read.node, read.field);
  return text === undefined ? undefined : addressIn(text.trim() + read.rest);
}

export type RequestCredentials =
  | { kind: "none" }
  /** The caller's connector of a service, of a host, or of a server that replaces an origin. */
  | { kind: "connector"; service: string }
  /** The caller's connector of the host that the run calls, if the caller allows it. */
  | { kind: "named-by-run" }
  | { kind: "unsignable"; why: string };

const GENERIC_OF_VERSION_1 = new Set([
  "basicAuth",
  "digestAuth",
  "headerAuth",
  "oAuth1",
  "oAuth2",
  "queryAuth",
]);

/** Credential types that sign each request in a way that connectors do not support. */
const SIGNS_ANEW = /digest|^aws$/i;

/** Returns the credential type that a node's parameters select, or undefined if the node does not need one. */
function getCredentialType({ version, parameters }: WorkflowNode): string | undefined {
  const { authentication, genericAuthType, nodeCredentialType } = parameters;
  if (version < 2)
    return typeof authentication === "string" && GENERIC_OF_VERSION_1.has(authentication)
      ? authentication
      : undefined;
  if (authentication === "genericCredentialType")
    return typeof genericAuthType === "string" && genericAuthType !== "none" ? genericAuthType : undefined;
  if (authentication === "predefinedCredentialType")
    return typeof nodeCredentialType === "string" ? nodeCredentialType : undefined;
  return undefined;
}

/**
 * Returns the host of an API. If keys must not be sent to the server, because it uses http or is in a private network,
 * returns its origin.
 */
function getServer({ protocol, host }: StatedAddress): string | undefined {
  if (protocol === "https:" && isApiHost(host)) return host;
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Returns the connector that replaces a credential for a URL: the connector of the service, the connector of the host,
 * or a connector that the caller chooses. The credential itself is not part of the export.
 */
export function findCredentials(kind: string, url: unknown, workflow: Workflow): RequestCredentials {
  const address = readAddress(url, workflow);
  const service = address ? findService(address.host) : getCredentialService(kind);
  if (service !== undefined) return { kind: "connector", service };
  if (SIGNS_ANEW.test(kind))
    return {
      kind: "unsignable",
      why:
        `it uses a credential of type '${kind.slice(0, 60)}', which signs each request. Connectors support a ` +
        "key, a token, a user name and password, and OAuth 1",
    };
  const server = address && getServer(address);
  return server === undefined ? { kind: "named-by-run" } : { kind: "connector", service: server };
}

/** Returns the credentials for a node's requests. */
export function getCredentials(node: WorkflowNode, workflow: Workflow): RequestCredentials {
  const kind = getCredentialType(node);
  return kind === undefined ? { kind: "none" } : findCredentials(kind, node.parameters.url, workflow);
}

/** Returns the reason why a node's credential type is not supported, or undefined if it is supported. */
export function explainUnsignable(node: WorkflowNode, workflow: Workflow): string | undefined {
  const credential = getCredentials(node, workflow);
  return credential.kind === "unsignable" ? credential.why : undefined;
}

/** Returns the connector that an agent declares for a node's requests, or undefined if the node needs no connector. */
export function getConnectorNeed(
  credential: RequestCredentials,
  methods: readonly string[],
): { service: string; methods: readonly string[] } | undefined {
  if (credential.kind === "connector") return findConnectorNeed(credential.service, methods);
  return credential.kind === "named-by-run" ? { service: RUN_NAMED, methods } : undefined;
}
