/** The public facts about a service that users can connect. */
export interface Service {
  name: string;
  displayName: string;
  description: string;
  /** The service's own page about authentication. */
  documentationUrl: string;
  /** The fields that a user must fill in. Exactly one of them is `api_key`, `bot_token` or `access_token`. */
  requiredFields: readonly string[];
  /** The public hosts of its API; `*.` represents one label. Empty if each customer has their own host. */
  hosts: readonly string[];
  /** The prefix of every path of the API. */
  basePath?: string;
  /** Whether even a GET request can change data. If so, agents must declare every call as a POST. */
  hasSideEffects?: true;
  /** Whether the credential is a part of the path. If so, a workflow's request by URL cannot use the connector. */
  credentialInPath?: true;
  /** The path of a GET request that changes nothing and fails with a wrong credential, for the connection test. */
  testPath?: string;
}
