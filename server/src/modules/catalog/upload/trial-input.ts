import type { InputParameter, JsonValue } from "@stoa/runtime/protocol";

/** The message of a trial run if the file declares no example. */
const GREETING = "Hello";

const SAMPLES: Readonly<Record<InputParameter["type"], JsonValue>> = {
  string: GREETING,
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

/** The declared example, else the greeting in the shape of the declared parameters; defaults stay unsent. */
export function trialInput(
  inputs: readonly InputParameter[],
  examples: readonly Record<string, JsonValue>[],
): Record<string, JsonValue> {
  const [example] = examples;
  if (example) return example;
  if (inputs.length === 0) return { message: GREETING };
  const needed = inputs.filter((input) => input.required || input.name === "message");
  return Object.fromEntries(needed.map((input) => [input.name, input.choices?.[0] ?? SAMPLES[input.type]]));
}
