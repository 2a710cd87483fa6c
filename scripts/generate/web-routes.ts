import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as contract from "@stoa/contract";
import type { Route } from "@stoa/contract/routes";
import { ROUTE_GROUPS } from "./openapi.ts";

/**
 * Groups and routes that no screen calls: only the operator's command line and programs use them. Every page loads the
 * list of routes first, so it has no others.
 */
const NOT_IN_THE_WEB: readonly string[] = [
  ...["operator", "sdk", "sdkSchedules"],
  ...["deviceLogins.start", "deviceLogins.collect", "files.create", "files.content", "files.preview"],
  ...["runWaits.open", "runWaits.answer", "schedules.get", "system.live", "system.ready"],
  "webhooks.get",
];

interface Group {
  readonly name: string;
  /** The constant that declares the group's routes, such as `accountRoutes`. */
  readonly constant: string;
  /** The module of the contract that declares the group, such as `@stoa/contract/accounts`. */
  readonly module: string;
  readonly routes: Readonly<Record<string, Route>>;
}

/** Returns the contract module that declares each constant of routes. */
function findModules(root: string): ReadonlyMap<string, string> {
  const folder = join(root, "contract/src");
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== "index.ts");
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/^export const (\w+Routes) = /gm)].map(
        ([, constant = ""]) => [constant, `@stoa/contract/${file.replace(/\.ts$/, "")}`] as const,
      ),
    ),
  );
}

function listGroups(root: string): Group[] {
  const modules = findModules(root);
  return Object.entries(ROUTE_GROUPS)
    .filter(([name]) => !NOT_IN_THE_WEB.includes(name))
    .map(([name, routes]) => {
      const constant = Object.entries(contract).find(([, value]) => value === routes)?.[0] ?? "";
      const module = modules.get(constant);
      if (module === undefined) throw new Error(`No contract module declares the routes of ${name}`);
      return { name, constant, module, routes };
    });
}

function formatRouteLine(group: string, name: string, { method, path, auth }: Route): string {
  const key = JSON.stringify(`${group}.${name}`);
  const token = auth === "public" ? ", withoutToken: true" : "";
  return `  ${key}: { method: "${method}", path: ${JSON.stringify(path)}${token} },`;
}

/**
 * Returns web/src/lib/routes.gen.ts: the method and path of each route, without zod, and loaders for each group's
 * schemas. A call can be sent before its schemas have loaded.
 */
export function generateWebRoutes(root: string): string {
  const groups = listGroups(root);
  const lines = groups.flatMap(({ name, routes }) =>
    Object.entries(routes)
      .filter(([route]) => !NOT_IN_THE_WEB.includes(`${name}.${route}`))
      .map(([route, declared]) => formatRouteLine(name, route, declared)),
  );
  return `${[
    "// Generated from the contract by npm run generate. Do not edit.",
    "",
    "/** Method and path of each route. `withoutToken`: public routes do not read the token. */",
    "export const ROUTES = {",
    ...lines,
    "} as const;",
    "",
    "/** The contract's routes with their schemas, by group. */",
    "export interface RouteGroups {",
    ...groups.map(({ name, module, constant }) => `  ${name}: typeof import("${module}").${constant};`),
    "}",
    "",
    "/** Loads the schemas of a group when a route of it is first called. */",
    "export const SCHEMAS: { readonly [Group in keyof RouteGroups]: () => Promise<RouteGroups[Group]> } = {",
    ...groups.map(
      ({ name, module, constant }) => `  ${name}: async () => (await import("${module}")).${constant},`,
    ),
    "};",
  ].join("\n")}\n`;
}
