import fc from "fast-check";
import { expect, it } from "vitest";
import {
  getFinishReason,
  getWrittenText,
  readAnswer,
  readAnswerBySchema,
  toTokenUsage,
} from "./provider-answer.ts";

/**
 * Generates mostly chunks in the format that providers use, so that invalid and missing values occur in chunks that are
 * otherwise plain.
 */
const mostly = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 12, arbitrary: values },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, 7, "") },
  );
const rarely = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 1, arbitrary: values }, { weight: 6, arbitrary: fc.constantFrom(null, undefined) });
const text = fc.string({ minLength: 1, maxLength: 12 });
const toolCalls = fc.constant([{ function: { arguments: "x" } }]);
const delta = fc.record({
  content: mostly(text),
  refusal: rarely(text),
  reasoning: rarely(text),
  reasoning_content: rarely(text),
  tool_calls: rarely(toolCalls),
});
const choice = fc.record({
  delta: mostly(delta),
  message: rarely(delta),
  finish_reason: rarely(fc.constant("stop")),
});
const piece = fc.record({
  id: mostly(text),
  created: mostly(fc.integer()),
  model: mostly(text),
  choices: mostly(
    fc.oneof(
      { weight: 12, arbitrary: fc.array(choice, { minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.array(choice, { maxLength: 2 }) },
    ),
  ),
  usage: rarely(fc.constant({ prompt_tokens: 1, completion_tokens: 2 })),
});

it("parsing a chunk with and without a schema gives the same result", () => {
  const toContent = (read: ReturnType<typeof readAnswer>) =>
    read && [
      read.id,
      read.created,
      read.model,
      read.choices.length,
      getWrittenText(read),
      getFinishReason(read),
      toTokenUsage(read),
    ];
  fc.assert(
    fc.property(piece, (document) => {
      const json = JSON.stringify(document);
      expect(toContent(readAnswer(json))).toEqual(toContent(readAnswerBySchema(json)));
    }),
    { numRuns: 2_000 },
  );
});
