import { isApiHost } from "@stoa/contract/api-host";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { serviceAt, serviceOfCredential } from "./connected-services.ts";
import { statedAddress } from "./stated-address.ts";

/** How a request is to be signed. */
export type RequestCredential =
  | { kind: "none" }
  /** By the caller's connector of a service, or of the host that stands for one. */
  | { kind: "connector"; service: string }
  | { kind: "unsignable"; why: string };

const GENERIC_OF_VERSION_1 = new Set([
  "basicAuth",
  "digestAuth",
  "headerAuth",
  "oAuth1",
  "oAuth2",
  "queryAuth",
]);

/** Kinds by which each request is signed anew: no key can be sent in their place. */
const SIGNS_ANEW = /oauth1|digest|^aws$/i;

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

/**
 * Whose connector stands for a credential at an address: that of the service there, or one of the host itself. The
 * credential stays with its author's n8n.
 */
export function credentialAt(kind: string, url: unknown, workflow: Workflow): RequestCredential {
  const address = statedAddress(url, workflow);
  const named = `with a credential of the type '${kind.slice(0, 60)}'`;
  const unsignable = (why: string): RequestCredential => ({ kind: "unsignable", why });
  const service = address ? serviceAt(address.host) : serviceOfCredential(kind);
  if (service !== undefined) return { kind: "connector", service };
  if (SIGNS_ANEW.test(kind))
    return unsignable(
      `signs in ${named}, which signs each request anew: connectors send a key, a token, or a name and a password`,
    );
  if (!address)
    return unsignable(
      `signs in ${named}, and only a run knows the server: begin the node's URL with its address, such as ` +
        "https://api.example.com, or write the address into an Edit Fields node, so that callers can connect it",
    );
  if (address.protocol !== "https:" || !isApiHost(address.host))
    return unsignable(
      `signs in at ${address.protocol}//${address.host.slice(0, 260)} ${named}: credentials are sent over https alone, to servers by their names`,
    );
  return { kind: "connector", service: address.host };
}

/** Whose credential signs a node's requests. */
export function credentialOf(node: WorkflowNode, workflow: Workflow): RequestCredential {
  const kind = credentialKind(node);
  return kind === undefined ? { kind: "none" } : credentialAt(kind, node.parameters.url, workflow);
}

/** Why a node's requests cannot be signed. */
export function unsignable(node: WorkflowNode, workflow: Workflow): string | undefined {
  const credential = credentialOf(node, workflow);
  return credential.kind === "unsignable" ? credential.why : undefined;
}
