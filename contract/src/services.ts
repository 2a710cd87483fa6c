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

/** All services, in the order in which they are listed. The server adds behavior in `connectors/services/`. */
const ROWS = [
  {
    name: "openai",
    displayName: "OpenAI",
    description: "GPT models, embeddings, images and speech",
    documentationUrl: "https://platform.openai.com/docs/api-reference/authentication",
    requiredFields: ["api_key"],
    hosts: ["api.openai.com"],
    basePath: "/v1",
    testPath: "/models",
  },
  {
    name: "anthropic",
    displayName: "Anthropic",
    description: "Claude models",
    documentationUrl: "https://platform.claude.com/docs/en/api/overview",
    requiredFields: ["api_key"],
    hosts: ["api.anthropic.com"],
    testPath: "/v1/models?limit=1",
  },
  {
    name: "gemini",
    displayName: "Google Gemini",
    description: "Google's Gemini models",
    documentationUrl: "https://ai.google.dev/gemini-api/docs/api-key",
    requiredFields: ["api_key"],
    hosts: ["generativelanguage.googleapis.com"],
    testPath: "/v1beta/models?pageSize=1",
  },
  {
    name: "mistral",
    displayName: "Mistral AI",
    description: "Mistral models and embeddings",
    documentationUrl: "https://docs.mistral.ai/api",
    requiredFields: ["api_key"],
    hosts: ["api.mistral.ai"],
    testPath: "/v1/models",
  },
  {
    name: "groq",
    displayName: "Groq",
    description: "Open models with fast responses",
    documentationUrl: "https://console.groq.com/docs/api-reference",
    requiredFields: ["api_key"],
    hosts: ["api.groq.com"],
    basePath: "/openai/v1",
    testPath: "/models",
  },
  {
    name: "cohere",
    displayName: "Cohere",
    description: "Command models, embeddings and reranking",
    documentationUrl: "https://docs.cohere.com/reference/list-models",
    requiredFields: ["api_key"],
    hosts: ["api.cohere.com"],
    testPath: "/v1/models?page_size=1",
  },
  {
    name: "deepseek",
    displayName: "DeepSeek",
    description: "DeepSeek chat and reasoning models",
    documentationUrl: "https://api-docs.deepseek.com/",
    requiredFields: ["api_key"],
    hosts: ["api.deepseek.com"],
    testPath: "/models",
  },
  {
    name: "openrouter",
    displayName: "OpenRouter",
    description: "Models from many companies with one key",
    documentationUrl: "https://openrouter.ai/docs/api-reference/authentication",
    requiredFields: ["api_key"],
    hosts: ["openrouter.ai"],
    basePath: "/api/v1",
    // The list of models is public, so a request for it would not test the key.
    testPath: "/key",
  },
  {
    name: "slack",
    displayName: "Slack",
    description: "Channels, messages and files in a Slack workspace",
    documentationUrl: "https://docs.slack.dev/authentication/tokens",
    requiredFields: ["bot_token"],
    hosts: ["slack.com"],
    basePath: "/api",
    // https://docs.slack.dev/apis/web-api: every method also takes its arguments as GET query parameters.
    hasSideEffects: true,
  },
  {
    name: "discord",
    displayName: "Discord",
    description: "Servers, channels and messages that your Discord bot can see",
    documentationUrl: "https://discord.com/developers/docs/reference#authentication",
    requiredFields: ["bot_token"],
    hosts: ["discord.com"],
    basePath: "/api/v10",
    testPath: "/users/@me",
  },
  {
    name: "telegram",
    displayName: "Telegram",
    description: "Messages to and from your Telegram bot",
    documentationUrl: "https://core.telegram.org/bots/api#authorizing-your-bot",
    requiredFields: ["bot_token"],
    hosts: ["api.telegram.org"],
    // https://core.telegram.org/bots/api#making-requests: every method supports GET and POST.
    hasSideEffects: true,
    credentialInPath: true,
    testPath: "/getMe",
  },
  {
    name: "github",
    displayName: "GitHub",
    description: "Repositories, issues and pull requests",
    documentationUrl: "https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api",
    requiredFields: ["access_token"],
    hosts: ["api.github.com"],
    testPath: "/user",
  },
  {
    name: "gitlab",
    displayName: "GitLab",
    description: "Projects, issues and merge requests, on gitlab.com or your own GitLab server",
    documentationUrl: "https://docs.gitlab.com/api/rest/authentication/",
    requiredFields: ["access_token", "base_url"],
    hosts: ["gitlab.com"],
    basePath: "/api/v4",
    testPath: "/user",
  },
  {
    name: "notion",
    displayName: "Notion",
    description: "Pages and databases that are shared with your integration",
    documentationUrl: "https://developers.notion.com/reference/authentication",
    requiredFields: ["api_key"],
    hosts: ["api.notion.com"],
    testPath: "/v1/users/me",
  },
  {
    name: "linear",
    displayName: "Linear",
    description: "Issues, projects and cycles",
    documentationUrl: "https://linear.app/developers/graphql",
    requiredFields: ["api_key"],
    hosts: ["api.linear.app"],
  },
  {
    name: "jira",
    displayName: "Jira",
    description: "Issues and projects on a Jira Cloud site",
    documentationUrl: "https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/",
    requiredFields: ["api_key", "email", "site_url"],
    hosts: [],
    testPath: "/rest/api/3/myself",
  },
  {
    name: "asana",
    displayName: "Asana",
    description: "Tasks and projects",
    documentationUrl: "https://developers.asana.com/docs/personal-access-token",
    requiredFields: ["access_token"],
    hosts: ["app.asana.com"],
    basePath: "/api/1.0",
    testPath: "/users/me",
  },
  {
    name: "airtable",
    displayName: "Airtable",
    description: "Bases, tables and records",
    documentationUrl: "https://airtable.com/developers/web/api/authentication",
    requiredFields: ["access_token"],
    hosts: ["api.airtable.com"],
    basePath: "/v0",
    testPath: "/meta/whoami",
  },
  {
    name: "hubspot",
    displayName: "HubSpot",
    description: "Contacts, companies and deals",
    documentationUrl: "https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth",
    requiredFields: ["access_token"],
    hosts: ["api.hubapi.com"],
    testPath: "/account-info/v3/details",
  },
  {
    name: "zendesk",
    displayName: "Zendesk",
    description: "Tickets and users in a Zendesk account",
    documentationUrl: "https://developer.zendesk.com/api-reference/introduction/security-and-auth/",
    requiredFields: ["api_key", "email", "subdomain"],
    hosts: ["*.zendesk.com"],
    basePath: "/api/v2",
    testPath: "/users/me.json",
  },
  {
    name: "stripe",
    displayName: "Stripe",
    description: "Payments, customers and invoices",
    documentationUrl: "https://docs.stripe.com/api/authentication",
    requiredFields: ["api_key"],
    hosts: ["api.stripe.com"],
    basePath: "/v1",
    testPath: "/balance",
  },
  {
    name: "sendgrid",
    displayName: "SendGrid",
    description: "Send email",
    documentationUrl:
      "https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/authentication",
    requiredFields: ["api_key"],
    hosts: ["api.sendgrid.com"],
    basePath: "/v3",
    testPath: "/scopes",
  },
  {
    name: "resend",
    displayName: "Resend",
    description: "Send email; needs a key with full access",
    documentationUrl: "https://resend.com/docs/api-reference/introduction",
    requiredFields: ["api_key"],
    hosts: ["api.resend.com"],
    testPath: "/domains",
  },
  {
    name: "twilio",
    displayName: "Twilio",
    description: "Text messages and calls",
    documentationUrl: "https://www.twilio.com/docs/iam/api",
    requiredFields: ["access_token", "account_sid"],
    hosts: ["api.twilio.com"],
    basePath: "/2010-04-01",
    testPath: "/Accounts.json?PageSize=1",
  },
  {
    name: "smtp",
    displayName: "Mail server (SMTP)",
    description: "Send email through your own mail server; the API key is its password",
    documentationUrl: "https://www.rfc-editor.org/rfc/rfc6409",
    requiredFields: ["api_key", "user", "host", "port"],
    hosts: [],
    testPath: "/connection",
  },
  {
    name: "serper",
    displayName: "Serper",
    description: "Google Search results",
    documentationUrl: "https://serper.dev/playground",
    requiredFields: ["api_key"],
    hosts: ["google.serper.dev"],
    // A search would cost credits.
    testPath: "/account",
  },
  {
    name: "tavily",
    displayName: "Tavily",
    description: "Web search and page contents for agents",
    documentationUrl: "https://docs.tavily.com/documentation/api-reference/introduction",
    requiredFields: ["api_key"],
    hosts: ["api.tavily.com"],
    // A search would cost credits.
    testPath: "/usage",
  },
  {
    name: "google",
    displayName: "Google",
    description: "Sheets, Gmail, Drive, Calendar and Docs in your Google account",
    documentationUrl: "https://developers.google.com/identity/protocols/oauth2",
    requiredFields: ["access_token"],
    hosts: ["www.googleapis.com", "sheets.googleapis.com", "docs.googleapis.com", "gmail.googleapis.com"],
    testPath: "/drive/v3/about?fields=user",
  },
  {
    name: "n8n",
    displayName: "n8n",
    description: "Workflows and executions on your own n8n server",
    documentationUrl: "https://docs.n8n.io/api/authentication/",
    requiredFields: ["api_key", "base_url"],
    hosts: [],
    basePath: "/api/v1",
    testPath: "/workflows?limit=1",
  },
  {
    name: "api",
    displayName: "Any API",
    description: "Any API with an API key; one connector per host",
    documentationUrl: "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Authentication",
    requiredFields: ["api_key", "host", "sign_in"],
    hosts: [],
  },
] as const satisfies readonly Service[];

export type ServiceName = (typeof ROWS)[number]["name"];

export const SERVICES: readonly (Service & { name: ServiceName })[] = ROWS;

/** The services that a workflow can reach by URL with the caller's connector. */
export const SERVICES_BY_URL = SERVICES.filter(
  ({ hosts, credentialInPath }) => hosts.length > 0 && !credentialInPath,
);

/** Returns whether a host is one of a service's public hosts. */
export function isHostOfService({ hosts }: Service, host: string): boolean {
  return hosts.some((name) =>
    name.startsWith("*.")
      ? host.endsWith(name.slice(1)) && /^[a-z0-9-]+$/.test(host.slice(0, 1 - name.length))
      : host === name,
  );
}
