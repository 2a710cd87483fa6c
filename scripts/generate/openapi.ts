import {
  accountRoutes,
  agentSecretRoutes,
  analyticsRoutes,
  billingRoutes,
  catalogRoutes,
  connectorRoutes,
  conversationRoutes,
  developerRoutes,
  deviceLoginRoutes,
  favoriteRoutes,
  fileRoutes,
  keyRoutes,
  notificationRoutes,
  operatorRoutes,
  type Route,
  recommendationRoutes,
  rememberedValueRoutes,
  reviewRoutes,
  runRoutes,
  runWaitRoutes,
  scheduleRoutes,
  sdkRoutes,
  sdkScheduleRoutes,
  signInRoutes,
  systemRoutes,
  templateRoutes,
  traceRoutes,
  versionRoutes,
  webhookRoutes,
} from "@stoa/contract";
import { CHAPTERS, describeParameter, TAG_DESCRIPTIONS } from "@stoa/contract/reference/index";
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { addExamples, type DocumentedOperation, readRecordedExamples } from "./openapi-examples.ts";
import { createFailureComponents } from "./openapi-failures.ts";
import { describeFields } from "./openapi-fields.ts";
import { createHeaderComponents } from "./openapi-headers.ts";
import { createOperation } from "./openapi-operation.ts";

/** Every route of the contract, keyed by group. The groups' descriptions are in contract/src/reference. */
export const ROUTE_GROUPS: Record<string, Record<string, Route>> = {
  account: accountRoutes,
  agentSecrets: agentSecretRoutes,
  analytics: analyticsRoutes,
  billing: billingRoutes,
  catalog: catalogRoutes,
  connectors: connectorRoutes,
  conversations: conversationRoutes,
  developers: developerRoutes,
  deviceLogins: deviceLoginRoutes,
  favourites: favoriteRoutes,
  files: fileRoutes,
  keys: keyRoutes,
  notifications: notificationRoutes,
  operator: operatorRoutes,
  recommendations: recommendationRoutes,
  rememberedValues: rememberedValueRoutes,
  reviews: reviewRoutes,
  runs: runRoutes,
  runWaits: runWaitRoutes,
  schedules: scheduleRoutes,
  sdk: sdkRoutes,
  sdkSchedules: sdkScheduleRoutes,
  signIn: signInRoutes,
  system: systemRoutes,
  templates: templateRoutes,
  traces: traceRoutes,
  versions: versionRoutes,
  webhooks: webhookRoutes,
};

const SECURITY_SCHEMES = {
  session: { type: "http", scheme: "bearer", description: "The `access_token` from login or registration" },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key" },
  apiKeyBearer: { type: "http", scheme: "bearer", description: "The API key as a bearer token" },
} as const;

interface Address {
  group: string;
  name: string;
  path: string;
  id: string;
  route: Route;
}

/** Returns every operation under each of its paths. */
function listAddresses(): Address[] {
  return Object.entries(ROUTE_GROUPS).flatMap(([group, routes]) =>
    Object.entries(routes).flatMap(([name, route]) =>
      [route.path, ...(route.aliases ?? [])].map((address, index) => ({
        group,
        name,
        path: `/api/v1${address.replace(/:(\w+)/g, "{$1}")}`,
        id: `${group}.${name}${index === 0 ? "" : `.${index}`}`,
        route,
      })),
    ),
  );
}

const getMethod = (route: Route) => route.method.toLowerCase() as Lowercase<Route["method"]>;

function createPaths(): ZodOpenApiPathsObject {
  const all: ZodOpenApiPathsObject = {};
  for (const { group, name, path, id, route } of listAddresses())
    all[path] = { ...all[path], [getMethod(route)]: createOperation(group, name, id, route) };
  return all;
}

/** Returns the tags in the order of their descriptions. A tag without a description comes last. */
function createTags() {
  const used = new Set(
    Object.values(ROUTE_GROUPS).flatMap((routes) => Object.values(routes).map(({ tag }) => tag)),
  );
  const named = Object.keys(TAG_DESCRIPTIONS).filter((name) => used.delete(name));
  return [...named, ...used].map((name) => ({ name, description: TAG_DESCRIPTIONS[name] ?? name }));
}

function describeParameters({ parameters = [] }: DocumentedOperation, path: string): void {
  for (const parameter of parameters) {
    const { name, in: place } = parameter;
    const parameterDescription = name && place && describeParameter(path, name, place);
    if (parameterDescription) parameter.description ??= parameterDescription;
  }
}

/**
 * Leaves out the patterns of dates, because `format` is sufficient. Client generators warn about a pattern that their
 * date type cannot represent.
 */
function omitDatePatterns(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("format" in value)) return value;
  return value.format === "date" || value.format === "date-time" ? { ...value, pattern: undefined } : value;
}

/** Returns the OpenAPI 3.1 document for every route in the contract. */
export function openApiText(): string {
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Stoa API",
      version: "1",
      description: CHAPTERS.map(({ title, text }) => `# ${title}\n\n${text}`).join("\n\n"),
    },
    servers: [{ url: "/", description: "The server that served this document" }],
    tags: createTags(),
    paths: createPaths(),
    components: {
      ...createFailureComponents(),
      ...createHeaderComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  });
  describeFields(document.components?.schemas);
  const examples = new Map(Object.keys(ROUTE_GROUPS).map((group) => [group, readRecordedExamples(group)]));
  for (const { group, name, path, route } of listAddresses()) {
    const documented = document.paths?.[path]?.[getMethod(route)] as DocumentedOperation | undefined;
    if (!documented) continue;
    describeParameters(documented, path);
    addExamples(documented, examples.get(group)?.[name] ?? []);
  }
  return `${JSON.stringify(document, omitDatePatterns, 2)}\n`;
}
