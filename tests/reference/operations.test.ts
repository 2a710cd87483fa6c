import { STATUS_WORDS } from "@stoa/contract/reference/index";
import { expect, it } from "vitest";
import { openApiText, ROUTE_GROUPS } from "../../scripts/generate/openapi.ts";

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
const idsOf = (found: readonly Operation[]) => found.map(({ operationId }) => operationId);

it("every operation has a description of its own beside its summary", () => {
  expect(operations.length).toBeGreaterThan(100);
  const bare = operations.filter(({ summary, description }) => !description || description === summary);
  expect(idsOf(bare)).toEqual([]);
});

it("every operation has a recorded example of its success, and of what it is sent", () => {
  const bare = operations.filter(({ responses, requestBody }) => {
    const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const answers = Object.values(success?.[1].content ?? {});
    const sent = Object.values(requestBody?.content ?? {});
    return (
      answers.every(({ example }) => example === undefined) ||
      sent.some(({ example }) => example === undefined)
    );
  });
  expect(idsOf(bare)).toEqual([]);
});

it("every failure says what it means there, by its codes", () => {
  const bare = operations.filter(({ responses }) =>
    Object.entries(responses).some(
      ([status, { $ref, description }]) =>
        Number(status) >= 400 && !$ref && !/^`\w+`: \w/.test(description ?? ""),
    ),
  );
  expect(idsOf(bare)).toEqual([]);
});

/** These mean something else everywhere: the status's own words say nothing. */
const OWN_WORDS_NEEDED = [403, 404, 409].map((status) => [
  status,
  Object.values(STATUS_WORDS[status] ?? {})[0],
]);

it.each(OWN_WORDS_NEEDED)("a %i is explained where it happens", (status, words) => {
  const bare = operations.filter(({ responses }) =>
    responses[`${status}`]?.description?.includes(`${words}`),
  );
  expect(idsOf(bare)).toEqual([]);
});

it("every part of the API is introduced", () => {
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

it("every parameter of a path and a query is described", () => {
  const bare = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ name, description }) => name !== undefined && !description)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(bare).toEqual([]);
});
