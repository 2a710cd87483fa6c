import { expect, test } from "vitest";
import { modelMeaning, modelNotice } from "./model-meaning.ts";

const known = {
  default_model: "stoa-basic",
  models: [
    { id: "stoa-basic", is_language_model: false },
    { id: "gpt-4o-mini", is_language_model: true },
  ],
};

test("the default model shows its actual model once that has loaded", () => {
  expect(modelMeaning("default", known)).toBe("default (stoa-basic)");
  expect(modelMeaning("default", undefined)).toBe("default");
  expect(modelMeaning("gpt-4o-mini", known)).toBe("gpt-4o-mini");
});

test("the built-in responder is identified under each of its names", () => {
  expect(modelNotice(["default"], known)).toMatch(/stoa-basic .* not a language model/);
  expect(modelNotice(["stoa-basic"], known)).toBe(modelNotice(["default"], known));
});

test("language models, or no models, need no notice", () => {
  expect(modelNotice(["gpt-4o-mini"], known)).toBeUndefined();
  expect(modelNotice(["default"], { ...known, default_model: "gpt-4o-mini" })).toBeUndefined();
  expect(modelNotice([], known)).toBeUndefined();
});
