import { SERVICES } from "@stoa/contract/services";
import { expect } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type NodeOptions, runNode } from "../../testing/run-node.ts";
import { createNode } from "../../testing/scripted-node.ts";
import { createScriptedService, type ServiceReply, type ServiceRequest } from "./scripted-service.fixture.ts";

/** A node's parameters, the service's requests and responses, and the resulting items. */
export interface ServiceCase {
  name: string;
  version: number;
  parameters: JsonObject;
  /** The service's responses, in order. */
  replies: readonly ServiceReply[];
  /** The expected calls in order, such as `POST /path`, each with its query or body, or with both. */
  asks: readonly (readonly [call: string, content?: unknown, body?: unknown])[];
  /** The items of the first output. */
  gives: readonly JsonObject[];
  items?: NodeOptions["items"];
  services?: NodeOptions["services"];
}

/** The services whose reads are declared as POST, too. */
const WITH_SIDE_EFFECTS: readonly string[] = SERVICES.filter(({ hasSideEffects }) => hasSideEffects).map(
  ({ name }) => name,
);

/** Returns whether a path matches a pattern of an agent's declaration, such as `/boards/*\/lists` or `/files/**`. */
function matchesPattern(path: string, pattern: string): boolean {
  const parts = pattern
    .split("/")
    .map((part) =>
      part === "*" ? "[^/]+" : part === "**" ? ".*" : part.replace(/[.$()+?[\]{}|^\\]/g, "\\$&"),
    );
  return new RegExp(`^${parts.join("/").replace(/\/\.\*$/, "(/.*)?")}$`).test(path);
}

/** Compares the calls with those that the node declares for these parameters, because others are refused. */
function expectDeclared(type: NodeType, one: ServiceCase, requests: readonly ServiceRequest[]): void {
  const node = createNode({
    name: "Node",
    type: type.types[0],
    version: one.version,
    parameters: one.parameters,
  });
  const declared = type.needs?.(node, {} as never).connectors ?? [];
  const refused = requests.filter(
    ({ method, path }) =>
      !declared.some(
        ({ service, methods, paths = ["/**"] }) =>
          (methods.includes(method) || (WITH_SIDE_EFFECTS.includes(service) && methods.includes("POST"))) &&
          paths.some((pattern) => matchesPattern(path, pattern)),
      ),
  );
  expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
}

/** Runs a case and compares its calls and items. */
export async function expectCase(type: NodeType, service: string, one: ServiceCase): Promise<void> {
  const { gateway, requests } = createScriptedService(one.replies);
  const { outputs, error } = await runNode({
    type,
    version: one.version,
    parameters: one.parameters,
    ...(one.items && { items: one.items }),
    services: { gateway, ...one.services },
  });
  expect(error).toBeUndefined();
  expect(
    requests.map(({ method, path, query, body }, index) => {
      const content = Object.keys(query).length > 0 ? query : body;
      const expected = one.asks[index]?.length ?? 1;
      return [`${method} ${path}`, content, body].slice(0, expected);
    }),
  ).toEqual(one.asks);
  expectDeclared(type, one, requests);
  expect(new Set(requests.map((call) => call.service))).toEqual(new Set([service]));
  expect(outputs[0] ?? []).toEqual(one.gives);
}
