import type { InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import { expect, it } from "vitest";
import { acceptsMessage, getExampleMessage, toMessageInput } from "./message-input.ts";

const createParam = (name: string, more: Partial<InputParam> = {}): InputParam => ({
  name,
  type: "string",
  required: true,
  description: "",
  ...more,
});
const createAgent = (input_params: InputParam[], examples: Record<string, string | number>[] = []) => ({
  input_params,
  examples,
});

it("sends a message-only input under all names of the message, as every run does", () => {
  expect(toMessageInput(createAgent([createParam("message")]), "Hi")).toEqual(
    Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, "Hi"])),
  );
});

it("puts the message into its parameter and fills the rest from the example", () => {
  const params = [
    createParam("tone", { choices: ["formal", "friendly"] }),
    createParam("query"),
    createParam("top", { type: "integer" }),
  ];
  const example = { tone: "formal", query: "old", top: 3 };
  expect(toMessageInput(createAgent(params, [example]), "Hi")).toEqual({
    tone: "formal",
    query: "Hi",
    top: 3,
  });
});

it("uses the first required text parameter if no parameter has a known name", () => {
  const params = [createParam("note", { required: false }), createParam("contract_text")];
  expect(toMessageInput(createAgent(params), "Hi")).toEqual({ contract_text: "Hi" });
});

it("starts with the message of the agent's example", () => {
  expect(getExampleMessage(createAgent([createParam("query")], [{ query: "Why?" }]))).toBe("Why?");
  expect(getExampleMessage(createAgent([createParam("query")]))).toBe("");
});

it("rejects an empty message and agents that need more than a message", () => {
  expect(acceptsMessage(createAgent([createParam("rows", { type: "array" })]))).toBe(false);
  expect(acceptsMessage(createAgent([createParam("message"), createParam("rows", { type: "array" })]))).toBe(
    false,
  );
  expect(acceptsMessage(createAgent([createParam("message")]))).toBe(true);
  expect(toMessageInput(createAgent([createParam("message")]), "  ")).toBeNull();
});
