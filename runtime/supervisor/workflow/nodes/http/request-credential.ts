import type { WorkflowNode } from "../../model/workflow-node.ts";
import { literalHost, serviceAt, serviceOfCredential } from "./connected-services.ts";

/** How a request is to be signed. */
export type RequestCredential =
  | { kind: "none" }
  | { kind: "connector"; service: string }
  | { kind: "unknown"; credential: string; host: string | undefined };

const GENERIC_OF_VERSION_1 = new Set([
  "basicAuth",
  "digestAuth",
  "headerAuth",
  "oAuth1",
  "oAuth2",
  "queryAuth",
]);

/** The kind of credential that a node asks for by its parameters. */
function credentialKind({ version, parameters }: WorkflowNode): string | undefined {
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

/** Whose credential signs a node's requests: what the export says of it stays with its author's n8n. */
export function credentialOf(node: WorkflowNode): RequestCredential {
  const credential = credentialKind(node);
  if (credential === undefined) return { kind: "none" };
  const host = literalHost(node.parameters.url);
  const service = host === undefined ? serviceOfCredential(credential) : serviceAt(host);
  return service ? { kind: "connector", service } : { kind: "unknown", credential, host };
}

/** Why a node's requests cannot be signed. */
export function unsignable(node: WorkflowNode): string | undefined {
  const credential = credentialOf(node);
  if (credential.kind !== "unknown") return undefined;
  const where = credential.host === undefined ? "" : ` at ${credential.host}`;
  return (
    `signs in${where} with a credential of the type '${credential.credential.slice(0, 60)}', which an export does not hold, ` +
    "and Stoa has no connector for that service: turn the node's authentication off, or ask a service that has a connector"
  );
}
