import { expect, it } from "vitest";
import { describeDefaultModel } from "./model-settings.ts";

const prices = { promptRateNano: 0n, completionRateNano: 0n };
const BASIC = { id: "stoa-basic", provider: "stoa", isLanguageModel: false, ...prices };
const MINI = { id: "gpt-4o-mini", provider: "openai", isLanguageModel: true, ...prices };

it("names the model that `default` stands for, and its provider", () => {
  const gateway = { getDefaultModel: () => "gpt-4o-mini", listModels: () => [BASIC, MINI] };
  expect(describeDefaultModel(gateway)).toBe(
    'Agents that ask for the model "default" get gpt-4o-mini (openai).',
  );
});

it("explains how to offer a language model if there is none", () => {
  const gateway = { getDefaultModel: () => "stoa-basic", listModels: () => [BASIC] };
  expect(describeDefaultModel(gateway)).toContain("get stoa-basic, which is not a language model");
  expect(describeDefaultModel(gateway)).toContain("set OPENAI_API_KEY or write a models file");
});
