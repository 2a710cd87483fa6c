import type { InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import { expect, it } from "vitest";
import { exampleMessage, messageInput, takesMessage } from "./message-input.ts";

const param = (name: string, more: Partial<InputParam> = {}): InputParam => ({
  name,
  type: "string",
  required: true,
  description: "",
  ...more,
});
const agent = (input_params: InputParam[], examples: Record<string, string | number>[] = []) => ({
  input_params,
  examples,
});

it("sends a single message under all its names, as any run does", () => {
  expect(messageInput(agent([param("message")]), "Hi")).toEqual(
    Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, "Hi"])),
  );
});

it("puts the message into the parameter that takes it, and fills the rest from the example", () => {
  const params = [
    param("tone", { choices: ["formal", "friendly"] }),
    param("query"),
    param("top", { type: "integer" }),
  ];
  const example = { tone: "formal", query: "old", top: 3 };
  expect(messageInput(agent(params, [example]), "Hi")).toEqual({ tone: "formal", query: "Hi", top: 3 });
});

it("uses the first required text if no parameter has a known name", () => {
  const params = [param("note", { required: false }), param("contract_text")];
  expect(messageInput(agent(params), "Hi")).toEqual({ contract_text: "Hi" });
});

it("starts with the message of the agent's example", () => {
  expect(exampleMessage(agent([param("query")], [{ query: "Why?" }]))).toBe("Why?");
  expect(exampleMessage(agent([param("query")]))).toBe("");
});

it("rejects an empty message, and agents that need more than a message", () => {
  expect(takesMessage(agent([param("rows", { type: "array" })]))).toBe(false);
  expect(takesMessage(agent([param("message"), param("rows", { type: "array" })]))).toBe(false);
  expect(takesMessage(agent([param("message")]))).toBe(true);
  expect(messageInput(agent([param("message")]), "  ")).toBeNull();
});
