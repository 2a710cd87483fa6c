import fc from "fast-check";
import { expect, it } from "vitest";
import { finishReasonOf, readAnswer, readAnswerBySchema, usageOf, writtenText } from "./provider-answer.ts";

const maybe = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof(values, fc.constant(null), fc.constant(undefined), fc.constant(7));
const text = fc.string({ maxLength: 12 });
const delta = fc.record(
  {
    content: maybe(text),
    refusal: maybe(text),
    reasoning: maybe(text),
    tool_calls: maybe(fc.constant([{ function: { arguments: "x" } }])),
  },
  { requiredKeys: [] },
);
const choice = fc.record(
  { delta: maybe(delta), message: maybe(delta), finish_reason: maybe(fc.constant("stop")) },
  { requiredKeys: [] },
);
const piece = fc.record(
  {
    id: maybe(text),
    created: maybe(fc.integer()),
    model: maybe(text),
    choices: maybe(fc.array(choice, { maxLength: 2 })),
    usage: maybe(fc.constant({ prompt_tokens: 1, completion_tokens: 2 })),
  },
  { requiredKeys: [] },
);

it("a piece is read without a schema as it is with one", () => {
  const said = (read: ReturnType<typeof readAnswer>) =>
    read && [
      read.id,
      read.created,
      read.model,
      read.choices.length,
      writtenText(read),
      finishReasonOf(read),
      usageOf(read),
    ];
  fc.assert(
    fc.property(piece, (document) => {
      const json = JSON.stringify(document);
      expect(said(readAnswer(json))).toEqual(said(readAnswerBySchema(json)));
    }),
    { numRuns: 2_000 },
  );
});
