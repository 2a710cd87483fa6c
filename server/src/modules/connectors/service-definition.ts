import type { Service } from "@stoa/contract/services";
import type { Outbound, OutboundAnswer } from "../../platform/outbound/outbound.ts";

/** A credential and what else a service needs, as its owner entered it. */
export interface ConnectorSecrets {
  credential: string;
  config: Readonly<Record<string, string>>;
}

/** What is added to a request so that the service knows who asks. */
export interface Attachment {
  headers: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Stands between base address and path, for services that take the credential there. */
  pathPrefix?: string;
  /** Never sent, and struck out of answers all the same: what requests are signed by. */
  secrets?: readonly string[];
}

/** A request as far as it is signed. */
export interface ToSign {
  method: string;
  url: URL;
  contentType?: string;
  body?: Uint8Array | string;
}

export type SignedHeaders = Readonly<Record<string, string>>;

/** What is asked of a service that speaks no HTTP, as if it did. */
export interface ForeignCall {
  outbound: Pick<Outbound, "connect" | "authorities">;
  secrets: ConnectorSecrets;
  method: string;
  /** Without its query. */
  path: string;
  body: Uint8Array | undefined;
  signal: AbortSignal;
}

/** A service that connectors can be made for: its facts from the contract, and what the server adds. */
export interface ServiceDefinition
  extends Pick<
    Service,
    "name" | "displayName" | "description" | "documentationUrl" | "requiredFields" | "hasSideEffects"
  > {
  optionalFields?: readonly string[];
  /** What a field's value is one of. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Where its API lies, without a slash at the end; some lie at an address of their customer's. */
  baseUrl: (config: ConnectorSecrets["config"]) => string;
  /** Where a path lies, where the API has several hosts; none of them begins with another's paths. */
  baseUrlOf?: (path: string) => string;
  /** Other hosts that belong to the service and may get the credential. */
  otherHosts?: readonly string[];
  attach: (secrets: ConnectorSecrets) => Attachment;
  /** Signs each request by what is in it, where these secrets are for that. */
  signer?: (secrets: ConnectorSecrets) => ((request: ToSign) => SignedHeaders) | undefined;
  /** Asks a service that speaks a protocol of its own, in place of a request. @throws OutboundError */
  speaks?: (call: ForeignCall) => Promise<OutboundAnswer>;
  /** Where the prefix of a path stands, if not before all of it. */
  prefixed?: (prefix: string, path: string) => string;
  /** Sent unless the agent sets them: their names (in lower case) are those that it may set beside the usual ones. */
  defaultHeaders?: Readonly<Record<string, string>>;
  /** The agent may set any header but those that say who asks, or that belong to the connection. */
  passesHeaders?: true;
  /** What a field's value must be. @returns what is wrong with it, to follow the field's name. */
  checks?: Readonly<Record<string, (value: string) => string | undefined>>;
  /** What is wrong with fields that depend on one another. */
  checkTogether?: (config: ConnectorSecrets["config"]) => { field: string; message: string } | undefined;
  /** People can connect it by allowing this at the provider, where the operator has a client of it. */
  consent?: { provider: "google"; scopes: readonly string[] };
  /** A cheap call that changes nothing and fails with a wrong credential. */
  test: {
    method: "GET" | "POST";
    path: string | ((config: ConnectorSecrets["config"]) => string);
    /** Only a refusal tells of the credential: nothing is known of the service but its host. */
    anyAnswerWill?: (config: ConnectorSecrets["config"]) => boolean;
    /** JSON. */
    body?: string;
    /** For services whose status does not tell that a credential is wrong. @returns the reason of a refusal. */
    refusal?: (body: unknown) => string | undefined;
  };
}

/** What the server adds to a service of the contract. */
export interface ServiceBehavior
  extends Partial<Omit<ServiceDefinition, keyof Service | "baseUrl" | "test">> {
  /** Where each customer's API is, without the base path; by default the service's first host. */
  address?: (config: ConnectorSecrets["config"]) => string;
  /** By default a GET of the service's `testPath`. */
  test?: Partial<ServiceDefinition["test"]>;
}
