import type { InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import { expect, it } from "vitest";
import {
  acceptsMessage,
  getExampleMessage,
  isEarlierTurns,
  readMessage,
  toMessageInput,
  toTurnInput,
} from "./message-input.ts";

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

it("asks for no list that the conversation fills in", () => {
  expect(isEarlierTurns(createParam("history", { type: "array", required: false }))).toBe(true);
  expect(isEarlierTurns(createParam("history", { type: "array" }))).toBe(false);
  expect(isEarlierTurns(createParam("history", { required: false }))).toBe(false);
  expect(isEarlierTurns(createParam("items", { type: "array", required: false }))).toBe(false);
});

it("sends the fields above the first message with each message", () => {
  const agent = createAgent([createParam("query"), createParam("language")]);
  expect(toTurnInput(agent, { language: "fr" }, "Hi")).toEqual({ query: "Hi", language: "fr" });
  expect(toTurnInput(agent, { language: "" }, "Hi")).toBeNull();
  expect(toTurnInput(agent, { language: "fr" }, " ")).toBeNull();
});

it("reads the message of a stored input from the parameter that takes it", () => {
  const agent = createAgent([createParam("contract_text")]);
  expect(readMessage(agent, { contract_text: "Hi" })).toBe("Hi");
  expect(readMessage(agent, { other: "Hi" })).toBeUndefined();
  expect(readMessage(agent, null)).toBeUndefined();
});
