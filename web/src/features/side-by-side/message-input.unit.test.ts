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

it("gives a lone message under all its names, as any run does", () => {
  expect(messageInput(agent([param("message")]), "Hi")).toEqual(
    Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, "Hi"])),
  );
});

it("puts the message where the agent takes one, and the rest as in its example", () => {
  const params = [
    param("tone", { choices: ["formal", "friendly"] }),
    param("query"),
    param("top", { type: "integer" }),
  ];
  const example = { tone: "formal", query: "old", top: 3 };
  expect(messageInput(agent(params, [example]), "Hi")).toEqual({ tone: "formal", query: "Hi", top: 3 });
});

it("takes the first text that is asked for where none has a known name", () => {
  const params = [param("note", { required: false }), param("contract_text")];
  expect(messageInput(agent(params), "Hi")).toEqual({ contract_text: "Hi" });
});

it("begins with the message of an agent's example", () => {
  expect(exampleMessage(agent([param("query")], [{ query: "Why?" }]))).toBe("Why?");
  expect(exampleMessage(agent([param("query")]))).toBe("");
});

it("says who cannot run on a message alone, and asks for one", () => {
  expect(takesMessage(agent([param("rows", { type: "array" })]))).toBe(false);
  expect(takesMessage(agent([param("message"), param("rows", { type: "array" })]))).toBe(false);
  expect(takesMessage(agent([param("message")]))).toBe(true);
  expect(messageInput(agent([param("message")]), "  ")).toBeNull();
});
