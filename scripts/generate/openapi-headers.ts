import {
  ANSWER_HEADERS,
  type AnswerHeader,
  REQUEST_HEADERS,
  type RequestHeader,
} from "@stoa/contract/reference/index";

const AVAILABLE = { headers: ANSWER_HEADERS, parameters: REQUEST_HEADERS };

/** Headers of an answer, each by reference to its words. */
export function headerRefs(names: readonly AnswerHeader[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers of a request. */
export function headerParameters(names: readonly RequestHeader[]) {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** What the operations point to. */
export function headerComponents() {
  const parameters = Object.entries(AVAILABLE.parameters).map(
    ([name, words]) => [name, { name, in: "header" as const, required: false, ...words }] as const,
  );
  return { headers: AVAILABLE.headers, parameters: Object.fromEntries(parameters) };
}
