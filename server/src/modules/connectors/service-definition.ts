import type { Service } from "@stoa/contract/services";
import type { Outbound, OutboundAnswer } from "../../platform/outbound/outbound.ts";

/** A credential and the other fields of a service, as their owner entered them. */
export interface ConnectorSecrets {
  credential: string;
  config: Readonly<Record<string, string>>;
}

/** The parts of a request that carry the credential. */
export interface Attachment {
  headers: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** The text between base URL and path, for services whose credential is part of the path. */
  pathPrefix?: string;
  /** Keys that sign requests. They are never sent, but are masked in answers like the credential. */
  secrets?: readonly string[];
}

/** The parts of a request that a signature covers. */
export interface ToSign {
  method: string;
  url: URL;
  contentType?: string;
  body?: Uint8Array | string;
}

export type SignedHeaders = Readonly<Record<string, string>>;

/** A call to a service that does not use HTTP, in the form of an HTTP request. */
export interface ForeignCall {
  outbound: Pick<Outbound, "connect" | "authorities">;
  secrets: ConnectorSecrets;
  method: string;
  /** The path without the query. */
  path: string;
  body: Uint8Array | undefined;
  signal: AbortSignal;
}

/** A service for which connectors can be added: its facts from the contract and its behavior from the server. */
export interface ServiceDefinition
  extends Pick<
    Service,
    "name" | "displayName" | "description" | "documentationUrl" | "requiredFields" | "hasSideEffects"
  > {
  optionalFields?: readonly string[];
  /** The allowed values of a field. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** The base URL of the service's API, without a trailing slash. For some services, each customer has a different one. */
  baseUrl: (config: ConnectorSecrets["config"]) => string;
  /** Returns the base URL for a path if the API has several hosts. No host's path prefix begins with another's. */
  getBaseUrl?: (path: string) => string;
  /** Other hosts that belong to the service and may receive the credential. */
  otherHosts?: readonly string[];
  attach: (secrets: ConnectorSecrets) => Attachment;
  /** Returns a function that signs requests, if these secrets are for signing. */
  signer?: (secrets: ConnectorSecrets) => ((request: ToSign) => SignedHeaders) | undefined;
  /** Calls a service that does not use HTTP. @throws OutboundError if the service does not answer. */
  callService?: (call: ForeignCall) => Promise<OutboundAnswer>;
  /** Inserts the path prefix, if it does not simply precede the path. */
  addPrefix?: (prefix: string, path: string) => string;
  /**
   * Headers that are sent unless the agent sets them. The agent may set the headers with these names (in lower case) in
   * addition to the usual ones.
   */
  defaultHeaders?: Readonly<Record<string, string>>;
  /** Whether the agent may set all headers except headers for identity and the connection. */
  passesHeaders?: true;
  /** Checks a field's value. @returns the problem, as a phrase that follows the field's name */
  checks?: Readonly<Record<string, (value: string) => string | undefined>>;
  /** Checks fields that depend on one another. */
  checkTogether?: (config: ConnectorSecrets["config"]) => { field: string; message: string } | undefined;
  /** The scopes at a provider. Users can connect the service by allowing them, if the operator has a client there. */
  consent?: { provider: "google"; scopes: readonly string[] };
  /** A cheap call that changes nothing and fails with a wrong credential. */
  test: {
    method: "GET" | "POST";
    path: string | ((config: ConnectorSecrets["config"]) => string);
    /**
     * Returns whether every answer except a refusal counts as success. Only services of which Stoa knows nothing but the
     * host define it.
     */
    anyAnswerWill?: (config: ConnectorSecrets["config"]) => boolean;
    /** JSON. */
    body?: string;
    /** Returns the reason for a refusal, for services whose status does not show that a credential is wrong. */
    refusal?: (body: unknown) => string | undefined;
  };
}

/** The behavior that the server adds to a service of the contract. */
export interface ServiceBehavior
  extends Partial<Omit<ServiceDefinition, keyof Service | "baseUrl" | "test">> {
  /** Returns the URL of each customer's API, without the base path. The default is the service's first host. */
  address?: (config: ConnectorSecrets["config"]) => string;
  /** The default is a GET of the service's `testPath`. */
  test?: Partial<ServiceDefinition["test"]>;
}
