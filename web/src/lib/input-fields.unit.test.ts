import type { InputParam } from "@stoa/contract/catalog";
import { MESSAGE_FIELDS } from "@stoa/contract/message-fields";
import { describe, expect, it } from "vitest";
import { exampleInput, inputData, inputProblem, isComplete } from "./input-fields.ts";

const param = (name: string, type: InputParam["type"], required = true): InputParam => ({
  name,
  type,
  required,
  description: "",
});

describe("input of a run", () => {
  it("includes a single message under all six names", () => {
    const data = inputData([param("message", "string")], { message: "Hello" });
    expect(data).toEqual(Object.fromEntries(MESSAGE_FIELDS.map((name) => [name, "Hello"])));
    expect(Object.keys(data)).toHaveLength(6);
  });

  it("converts every parameter to its type and leaves out empty ones", () => {
    const params = [
      param("text", "string"),
      param("top", "integer"),
      param("deep", "boolean", false),
      param("tags", "array", false),
      param("note", "string", false),
    ];
    expect(inputData(params, { text: "a", top: "5", deep: "true", tags: '["x"]', note: " " })).toEqual({
      text: "a",
      top: 5,
      deep: true,
      tags: ["x"],
    });
  });

  it("is refused if empty, with the exact text for a message", () => {
    expect(inputProblem(param("message", "string"), "  ")).toBe("Please enter a message");
    expect(inputProblem(param("top", "integer"), "1.5")).toBe("Please enter a whole number");
    expect(inputProblem(param("tags", "array"), "{}")).toBe("Please enter a JSON array");
    expect(inputProblem(param("tags", "array"), "[")).toBe("Please enter a JSON array");
    expect(isComplete([param("message", "string")], {})).toBe(false);
  });

  it("starts with the example, else the defaults", () => {
    const params = [param("message", "string"), { ...param("top", "integer"), default: 5 }];
    expect(exampleInput({ input_params: params, examples: [{ message: "Hi" }] })).toEqual({
      message: "Hi",
      top: "5",
    });
  });
});
