import type { InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import { describe, expect, it } from "vitest";
import { findInputProblem, getExampleInput, isComplete, toInputData } from "./input-fields.ts";

const createParam = (name: string, type: InputParam["type"], required = true): InputParam => ({
  name,
  type,
  required,
  description: "",
});

describe("input of a run", () => {
  it("includes a single message under all six names", () => {
    const data = toInputData([createParam("message", "string")], { message: "Hello" });
    expect(data).toEqual(Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, "Hello"])));
    expect(Object.keys(data)).toHaveLength(6);
  });

  it("converts every parameter to its type and omits empty ones", () => {
    const params = [
      createParam("text", "string"),
      createParam("top", "integer"),
      createParam("deep", "boolean", false),
      createParam("tags", "array", false),
      createParam("note", "string", false),
    ];
    expect(toInputData(params, { text: "a", top: "5", deep: "true", tags: '["x"]', note: " " })).toEqual({
      text: "a",
      top: 5,
      deep: true,
      tags: ["x"],
    });
  });

  it("is refused if a required parameter is empty or a value does not match its type", () => {
    expect(findInputProblem(createParam("message", "string"), "  ")).toBe("Please enter a message");
    expect(findInputProblem(createParam("top", "integer"), "1.5")).toBe("Please enter a whole number");
    expect(findInputProblem(createParam("tags", "array"), "{}")).toBe("Please enter a JSON array");
    expect(findInputProblem(createParam("tags", "array"), "[")).toBe("Please enter a JSON array");
    expect(isComplete([createParam("message", "string")], {})).toBe(false);
  });

  it("starts with the agent's example, or with the defaults if there is no example", () => {
    const params = [createParam("message", "string"), { ...createParam("top", "integer"), default: 5 }];
    expect(getExampleInput({ input_params: params, examples: [{ message: "Hi" }] })).toEqual({
      message: "Hi",
      top: "5",
    });
  });
});
