/** A credential and what else a service needs, as its owner entered it. */
export interface ConnectorSecrets {
  credential: string;
  config: Readonly<Record<string, string>>;
}

/** What is added to a request so that the service knows who asks. */
export interface Attachment {
  headers: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
}

/** A service that connectors can be made for: one row of the table. */
export interface ServiceDefinition {
  name: string;
  displayName: string;
  description: string;
  /** The service's own page that says how it authenticates. */
  documentationUrl: string;
  /** Exactly one of api_key, bot_token and access_token is among them. */
  requiredFields: readonly string[];
  /** Where its API lies, without a slash at the end; some lie at an address of their customer's. */
  baseUrl: (config: ConnectorSecrets["config"]) => string;
  /** Other hosts that belong to the service and may get the credential. */
  otherHosts?: readonly string[];
  attach: (secrets: ConnectorSecrets) => Attachment;
  /** A cheap call that changes nothing and fails with a wrong credential. */
  test: {
    method: "GET" | "POST";
    path: string;
    body?: string;
    /** For services that answer 200 to a wrong credential. @returns the reason of a refusal. */
    refusal?: (body: unknown) => string | undefined;
  };
}
