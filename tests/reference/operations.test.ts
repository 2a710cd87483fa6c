import * as contract from "@stoa/contract";
import { OPERATION_DESCRIPTIONS } from "@stoa/contract/reference/index";
import { expect, it } from "vitest";
import { openApiText, ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";
import { describeFailures } from "../../scripts/generate/openapi-failures.ts";

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { name?: string; in?: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { example?: unknown }> }
  >;
}

const document: {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description: string }[];
} = JSON.parse(openApiText());
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const getIds = (found: readonly Operation[]) => found.map(({ operationId }) => operationId);

it("the API reference includes every route group of the contract", () => {
  const known = new Set<unknown>(Object.values(ROUTE_GROUPS));
  const forgotten = Object.entries(contract).filter(
    ([name, group]) => name.endsWith("Routes") && !known.has(group),
  );
  expect(forgotten.map(([name]) => name)).toEqual([]);
});

it("every operation has a description besides its summary", () => {
  expect(operations.length).toBeGreaterThan(100);
  const bare = operations.filter(({ summary, description }) => !description || description === summary);
  expect(getIds(bare)).toEqual([]);
});

it("every operation has a recorded example of its request and of its successful response", () => {
  const bare = operations.filter(({ responses, requestBody }) => {
    const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const answers = Object.values(success?.[1].content ?? {});
    const sent = Object.values(requestBody?.content ?? {});
    return (
      answers.every(({ example }) => example === undefined) ||
      sent.some(({ example }) => example === undefined)
    );
  });
  expect(getIds(bare)).toEqual([]);
});

it("every failure is described for each of its codes", () => {
  const bare = operations.filter(({ responses }) =>
    Object.entries(responses).some(
      ([status, { $ref, description }]) =>
        Number(status) >= 400 && !$ref && !/^`\w+`: \w/.test(description ?? ""),
    ),
  );
  expect(getIds(bare)).toEqual([]);
});

const declared = Object.entries(ROUTE_GROUPS).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ group, name, route })),
);

/** The meaning of these statuses depends on the route, so their names are not an explanation. */
it.each([403, 404, 409])("every operation that can return %i explains why", (status) => {
  const failing = declared.filter(({ route }) => route.fails?.includes(status));
  expect(failing.length).toBeGreaterThan(0);
  const bare = failing.filter(({ group, name }) => !OPERATION_DESCRIPTIONS[group]?.[name]?.errors?.[status]);
  expect(bare.map(({ group, name }) => `${group}.${name}`)).toEqual([]);
});

it("every operation that can have a signed-in caller declares the error account_suspended", () => {
  const known = declared.filter(({ route }) => route.auth !== "public");
  const silent = known.filter(({ group, name, route }) => {
    const codes = describeFailures(route, OPERATION_DESCRIPTIONS[group]?.[name]).get(403);
    return codes?.account_suspended === undefined;
  });
  expect(known.some(({ route }) => route.auth === "optional")).toBe(true);
  expect(silent.map(({ group, name }) => `${group}.${name}`)).toEqual([]);
});

it("every operation that starts runs declares the limit on active runs", () => {
  const starting = declared.filter(
    // An estimate does not start a run, but counts toward this limit, because counting its tokens takes as long as for
    // a run.
    ({ group, name, route }) =>
      contract.getRateClass(route) === "runs" && `${group}.${name}` !== "runs.estimate",
  );
  const silent = starting.filter(
    ({ group, name }) =>
      !/active/.test(OPERATION_DESCRIPTIONS[group]?.[name]?.errors?.[429]?.rate_limited ?? ""),
  );
  expect(starting.length).toBeGreaterThan(2);
  expect(silent.map(({ group, name }) => `${group}.${name}`)).toEqual([]);
});

it("every part of the API has an introduction", () => {
  const tags = new Set(
    Object.values(ROUTE_GROUPS).flatMap((routes) => Object.values(routes).map(({ tag }) => tag)),
  );
  expect(
    document.tags
      .filter(({ name }) => tags.has(name))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...tags].sort());
  expect(document.tags.filter(({ name, description }) => name === description)).toEqual([]);
});

it("every path and query parameter is described", () => {
  const bare = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ name, description }) => name !== undefined && !description)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(bare).toEqual([]);
});
