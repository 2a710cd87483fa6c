import { expect, test } from "vitest";
import { describeModel, describeModels } from "./model-meaning.ts";

const known = {
  default_model: "stoa-basic",
  models: [
    { id: "stoa-basic", is_language_model: false },
    { id: "gpt-4o-mini", is_language_model: true },
  ],
};

test("the default model is shown with the actual model's name once that has loaded", () => {
  expect(describeModel("default", known)).toBe("default (stoa-basic)");
  expect(describeModel("default", undefined)).toBe("default");
  expect(describeModel("gpt-4o-mini", known)).toBe("gpt-4o-mini");
});

test("the built-in responder is identified under each of its names", () => {
  expect(describeModels(["default"], known)).toMatch(/stoa-basic .* not a language model/);
  expect(describeModels(["stoa-basic"], known)).toBe(describeModels(["default"], known));
});

test("a language model, or no model, needs no notice", () => {
  expect(describeModels(["gpt-4o-mini"], known)).toBeUndefined();
  expect(describeModels(["default"], { ...known, default_model: "gpt-4o-mini" })).toBeUndefined();
  expect(describeModels([], known)).toBeUndefined();
});
