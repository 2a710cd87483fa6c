import {
  ANSWER_HEADERS,
  type AnswerHeader,
  REQUEST_HEADERS,
  type RequestHeader,
} from "@stoa/contract/reference/index";

const AVAILABLE = { headers: ANSWER_HEADERS, parameters: REQUEST_HEADERS };

/** Returns the headers of a response, each as a reference to its description. */
export function createHeaderRefs(names: readonly AnswerHeader[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Returns the headers of a request. */
export function createHeaderParameters(names: readonly RequestHeader[]) {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Returns the shared request and response headers that operations reference. */
export function createHeaderComponents() {
  const parameters = Object.entries(AVAILABLE.parameters).map(
    ([name, header]) => [name, { name, in: "header" as const, required: false, ...header }] as const,
  );
  return { headers: AVAILABLE.headers, parameters: Object.fromEntries(parameters) };
}
