import type { ServiceDefinition } from "../service-definition.ts";
import { basic, bearer, inHeader } from "./attach.ts";
import { addressProblem, configured, emailProblem, ownAddress } from "./configured.ts";
import { graphQlError } from "./refusals.ts";

/** Where teams keep notes, tasks and tables. */
export const teamworkServices: ServiceDefinition[] = [
  {
    name: "notion",
    displayName: "Notion",
    description: "Pages and databases that are shared with an integration",
    documentationUrl: "https://developers.notion.com/reference/authentication",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.notion.com",
    attach: bearer,
    defaultHeaders: { "notion-version": "2022-06-28" },
    test: { method: "GET", path: "/v1/users/me" },
  },
  {
    name: "linear",
    displayName: "Linear",
    description: "Issues, projects and cycles",
    documentationUrl: "https://linear.app/developers/graphql",
    requiredFields: ["api_key"],
    baseUrl: () => "https://api.linear.app",
    // A personal key stands alone; "Bearer" is for OAuth.
    attach: inHeader("authorization"),
    test: {
      method: "POST",
      path: "/graphql",
      body: JSON.stringify({ query: "{ viewer { id } }" }),
      refusal: graphQlError,
    },
  },
  {
    name: "jira",
    displayName: "Jira",
    description: "Issues and projects of a Jira Cloud site",
    documentationUrl: "https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/",
    requiredFields: ["api_key", "email", "site_url"],
    baseUrl: (config) => ownAddress(config, "site_url"),
    attach: basic((config) => configured(config, "email")),
    checks: { email: emailProblem, site_url: addressProblem },
    test: { method: "GET", path: "/rest/api/3/myself" },
  },
  {
    name: "asana",
    displayName: "Asana",
    description: "Tasks and projects",
    documentationUrl: "https://developers.asana.com/docs/personal-access-token",
    requiredFields: ["access_token"],
    baseUrl: () => "https://app.asana.com/api/1.0",
    attach: bearer,
    test: { method: "GET", path: "/users/me" },
  },
  {
    name: "airtable",
    displayName: "Airtable",
    description: "Bases, tables and records",
    documentationUrl: "https://airtable.com/developers/web/api/authentication",
    requiredFields: ["access_token"],
    baseUrl: () => "https://api.airtable.com/v0",
    attach: bearer,
    test: { method: "GET", path: "/meta/whoami" },
  },
];
