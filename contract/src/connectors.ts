import * as z from "zod";
import { MAX_AGENT_HOSTS } from "./agent-hosts.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { TEXTS } from "./texts.ts";
import { AgentId, isStorable, NOT_STORABLE, Ok, Timestamp } from "./values.ts";

export const ConnectorMethod = z
  .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
  .meta({ id: "ConnectorMethod" });
export type ConnectorMethod = z.infer<typeof ConnectorMethod>;

/** The methods and paths that an agent uses. `*` matches one path segment and `**` all remaining ones. */
export const ConnectorUse = z
  .object({
    service: z.string(),
    methods: z.array(ConnectorMethod).min(1),
    paths: z.array(z.string()).min(1),
  })
  .meta({ id: "ConnectorUse" });
export type ConnectorUse = z.infer<typeof ConnectorUse>;

/** A connector as its owner sees it, without the credential. */
export const Connector = z
  .object({
    id: z.string(),
    service_name: z.string(),
    is_active: z.boolean(),
    usage_quota: z.int().nullable(),
    current_usage: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: "Connector" });
export type Connector = z.infer<typeof Connector>;

/** A service for which a connector can be added. */
export const SupportedService = z
  .object({
    name: z.string(),
    display_name: z.string(),
    description: z.string(),
    documentation_url: z.url(),
    required_fields: z.array(z.string()),
    optional_fields: z.array(z.string()).optional().meta({ description: "Optional fields of the service" }),
    by_consent: z
      .boolean()
      .optional()
      .meta({ description: "Whether you can connect it with OAuth, by allowing access at the service" }),
    choices: z.record(z.string(), z.array(z.string())).optional().meta({
      description: "Fields that accept only certain values, with the values that each field accepts",
    }),
  })
  .meta({ id: "SupportedService" });
export type SupportedService = z.infer<typeof SupportedService>;

const ConnectorId = z.string().regex(/^con_[0-9a-f]{32}$/);
const GrantId = z.string().regex(/^grt_[0-9a-f]{32}$/);
const Quota = z.int().min(0).nullable();
const Value = z.string().max(LIMITS.connectorFieldMaxLength).refine(isStorable, NOT_STORABLE);

export const AddConnectorRequest = z
  .strictObject({
    service_name: z
      .string({ error: TEXTS.connectors.chooseService })
      .trim()
      .min(1, TEXTS.connectors.chooseService),
    /** The credential, regardless of the service's own name for it. */
    api_key: Value.optional(),
    service_config: z.record(z.string().max(64), Value).default({}),
    usage_quota: Quota.optional(),
  })
  .meta({ id: "AddConnectorRequest" });
export type AddConnectorRequest = z.infer<typeof AddConnectorRequest>;

export const StartedConsent = z.object({ authorization_url: z.url() }).meta({ id: "StartedConsent" });

/** The query of the provider's redirect. The state is encrypted and has about 300 characters. */
export const FinishConsentRequest = z
  .strictObject({
    state: z.string().min(1).max(1000),
    code: z.string().min(1).max(2048).optional(),
    iss: z.string().max(200).optional(),
    error: z.string().max(200).optional(),
  })
  .meta({ id: "FinishConsentRequest" });
export type FinishConsentRequest = z.infer<typeof FinishConsentRequest>;

export const UpdateConnectorRequest = z
  .strictObject({ usage_quota: Quota.optional(), is_active: z.boolean().optional() })
  .meta({ id: "UpdateConnectorRequest" });
export type UpdateConnectorRequest = z.infer<typeof UpdateConnectorRequest>;

export const ConnectorTestReply = z
  .object({ success: z.boolean(), service: z.string(), message: z.string() })
  .meta({ id: "ConnectorTest" });
export type ConnectorTestReply = z.infer<typeof ConnectorTestReply>;

/**
 * The caller's status for one service that an agent declares. `changed` means that the caller has allowed it, but the
 * agent now declares more or has a new owner.
 */
export const GrantState = z.enum(["granted", "not_granted", "changed", "no_connector", "inactive"]);
export type GrantState = z.infer<typeof GrantState>;

export const AgentConnector = z
  .object({
    service: z.string().meta({
      description:
        "Name of a service, host of an API, `*` for hosts that are known only at run time, or a placeholder URL such as `http://0.0.0.0:9925`, which is replaced by the caller's own server",
    }),
    display_name: z.string(),
    methods: z.array(ConnectorMethod),
    paths: z.array(z.string()),
    state: GrantState,
    choose: z
      .enum(["one", "several"])
      .optional()
      .meta({ description: "Whether the caller chooses one or several of their connectors for any API" }),
    chosen: z
      .array(z.string())
      .optional()
      .meta({ description: "Connectors that the caller has allowed for this service, by host" }),
  })
  .meta({ id: "AgentConnector" });
export type AgentConnector = z.infer<typeof AgentConnector>;

/** The access to one service that a user has granted to an agent. */
export const ConnectorGrant = z
  .object({
    id: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    service_name: z.string(),
    stands_for: z.string().nullable().meta({
      description:
        "What the connector was chosen for: `*` for hosts that are known only at run time, or the placeholder URL that it replaces; null for its own service",
    }),
    methods: z.array(ConnectorMethod),
    paths: z.array(z.string()),
    created_at: Timestamp,
  })
  .meta({ id: "ConnectorGrant" });
export type ConnectorGrant = z.infer<typeof ConnectorGrant>;

/** The access to one service as the user saw it, with the connectors that they chose if the service has `choose`. */
export const AllowedUse = ConnectorUse.extend({
  connectors: z.array(z.string()).min(1).max(LIMITS.listItemsMax).optional().meta({
    description:
      "For a service with `choose`: your connectors for any API, by host. They replace the connectors that you allowed before",
  }),
}).meta({ id: "AllowedUse" });
export type AllowedUse = z.infer<typeof AllowedUse>;

/** The access as the user saw it. If the agent now declares different access, the request fails with 409. */
export const GrantRequest = z
  .strictObject({ uses: z.array(AllowedUse).min(1).max(LIMITS.listItemsMax) })
  .meta({ id: "GrantRequest" });
export type GrantRequest = z.infer<typeof GrantRequest>;

/**
 * The hosts that an agent's runs reach, and the caller's status: `changed` means that the caller has allowed hosts, but
 * the agent now reaches more or has a new owner.
 */
export const AgentHosts = z
  .object({
    hosts: z.array(z.string()),
    state: z.enum(["granted", "not_granted", "changed", "not_needed"]).meta({
      description: "`not_needed`: the agent reaches no host without a connector, or is your own",
    }),
  })
  .meta({ id: "AgentHosts" });
export type AgentHosts = z.infer<typeof AgentHosts>;

/** The hosts as the user saw them. If the agent now declares different hosts, the request fails with 409. */
export const AllowHostsRequest = z
  .strictObject({ hosts: z.array(z.string().max(300)).min(1).max(MAX_AGENT_HOSTS) })
  .meta({ id: "AllowHostsRequest" });
export type AllowHostsRequest = z.infer<typeof AllowHostsRequest>;

/** The hosts that a user allows an agent to reach. */
export const HostGrant = z
  .object({
    agent_id: z.int(),
    agent_name: z.string(),
    hosts: z.array(z.string()),
    created_at: Timestamp,
  })
  .meta({ id: "HostGrant" });
export type HostGrant = z.infer<typeof HostGrant>;

const byService = z.object({ service: z.string().min(1).max(64) });
const byConnector = z.object({ id: ConnectorId });
const byAgent = z.object({ id: AgentId });

export const connectorRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/connectors",
    aliases: ["/connectors/list"],
    auth: "session",
    scope: "read",
    tag: "Connectors",
    summary: "List connectors",
    status: 200,
    reply: z.array(Connector),
    fails: [401],
  }),
  services: defineRoute({
    method: "GET",
    path: "/connectors/supported-services",
    auth: "session",
    scope: "read",
    tag: "Connectors",
    summary: "List supported services",
    status: 200,
    reply: z.array(SupportedService),
    fails: [401],
  }),
  add: defineRoute({
    method: "POST",
    path: "/connectors",
    aliases: ["/connectors/add"],
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Create a connector",
    body: AddConnectorRequest,
    status: 201,
    reply: Connector,
    fails: [401, 409],
  }),
  startConsent: defineRoute({
    method: "POST",
    path: "/connectors/consent/:service",
    auth: "session",
    tag: "Connectors",
    summary: "Start an OAuth connection",
    params: byService,
    status: 200,
    reply: StartedConsent,
    fails: [401, 404, 503],
  }),
  finishConsent: defineRoute({
    method: "POST",
    path: "/connectors/consent/:service/finish",
    auth: "session",
    tag: "Connectors",
    summary: "Finish an OAuth connection",
    params: byService,
    body: FinishConsentRequest,
    status: 201,
    reply: Connector,
    fails: [401, 404, 503],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/connectors/:id",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Update a connector",
    params: byConnector,
    body: UpdateConnectorRequest,
    status: 200,
    reply: Connector,
    fails: [401, 404],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/connectors/:id",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Delete a connector",
    params: byConnector,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
  test: defineRoute({
    method: "POST",
    path: "/connectors/:id/test",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Test a connector",
    params: byConnector,
    status: 200,
    reply: ConnectorTestReply,
    fails: [401, 404, 429],
  }),
  grants: defineRoute({
    method: "GET",
    path: "/connectors/grants",
    auth: "session",
    scope: "read",
    tag: "Connectors",
    summary: "List grants",
    status: 200,
    reply: z.array(ConnectorGrant),
    fails: [401],
  }),
  revoke: defineRoute({
    method: "DELETE",
    path: "/connectors/grants/:id",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Revoke a grant",
    params: z.object({ id: GrantId }),
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
  ofAgent: defineRoute({
    method: "GET",
    path: "/agents/:id/connectors",
    auth: "optional",
    scope: "read",
    tag: "Connectors",
    summary: "List the services that an agent uses",
    params: byAgent,
    status: 200,
    reply: z.array(AgentConnector),
    fails: [404],
  }),
  grant: defineRoute({
    method: "POST",
    path: "/agents/:id/connectors/grant",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Grant an agent your connectors",
    params: byAgent,
    body: GrantRequest,
    status: 200,
    reply: z.array(AgentConnector),
    fails: [401, 404, 409],
  }),
  hostGrants: defineRoute({
    method: "GET",
    path: "/connectors/hosts",
    auth: "session",
    scope: "read",
    tag: "Connectors",
    summary: "List the hosts that you allow agents",
    status: 200,
    reply: z.array(HostGrant),
    fails: [401],
  }),
  hosts: defineRoute({
    method: "GET",
    path: "/agents/:id/hosts",
    auth: "optional",
    scope: "read",
    tag: "Connectors",
    summary: "List an agent's hosts",
    params: byAgent,
    status: 200,
    reply: AgentHosts,
    fails: [404],
  }),
  allowHosts: defineRoute({
    method: "POST",
    path: "/agents/:id/hosts/allow",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Allow an agent to reach its hosts",
    params: byAgent,
    body: AllowHostsRequest,
    status: 200,
    reply: AgentHosts,
    fails: [401, 404, 409],
  }),
  revokeHosts: defineRoute({
    method: "DELETE",
    path: "/agents/:id/hosts/allow",
    auth: "session",
    scope: "connectors:write",
    tag: "Connectors",
    summary: "Stop allowing an agent to reach its hosts",
    params: byAgent,
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
