import type { ServiceDefinition } from "../service-definition.ts";
import { bearer, inHeader } from "./attach.ts";
import { addressProblem, ownAddress } from "./configured.ts";

/** Where code lies. */
export const codeServices: ServiceDefinition[] = [
  {
    name: "github",
    displayName: "GitHub",
    description: "Repositories, issues and pull requests",
    documentationUrl: "https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api",
    requiredFields: ["access_token"],
    baseUrl: () => "https://api.github.com",
    otherHosts: ["uploads.github.com"],
    attach: bearer,
    defaultHeaders: { accept: "application/vnd.github+json", "x-github-api-version": "2022-11-28" },
    test: { method: "GET", path: "/user" },
  },
  {
    name: "gitlab",
    displayName: "GitLab",
    description: "Projects, issues and merge requests, on gitlab.com or an installation of your own",
    documentationUrl: "https://docs.gitlab.com/api/rest/authentication/",
    requiredFields: ["access_token", "base_url"],
    baseUrl: (config) => `${ownAddress(config, "base_url")}/api/v4`,
    attach: inHeader("private-token"),
    checks: { base_url: addressProblem },
    test: { method: "GET", path: "/user" },
  },
];
