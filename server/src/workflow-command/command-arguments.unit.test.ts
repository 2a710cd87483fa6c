import { describe, expect, test } from "vitest";
import { readCommand, UsageError } from "./command-arguments.ts";

describe("the arguments of `stoa workflow`", () => {
  test.each([
    [
      ["run", "a.json"],
      { name: "run", file: "a.json", input: undefined, credentials: undefined, asJson: false },
    ],
    [
      ["run", "--json", "a.json", "--input", '{"a":1}'],
      { name: "run", file: "a.json", input: { a: 1 }, credentials: undefined, asJson: true },
    ],
    [
      ["run", "a.json", "--input=[1]"],
      { name: "run", file: "a.json", input: [1], credentials: undefined, asJson: false },
    ],
    [
      ["run", "a.json", "--credentials", "mine.json"],
      { name: "run", file: "a.json", input: undefined, credentials: "mine.json", asJson: false },
    ],
    [["check", "a.json", "b.json"], { name: "check", files: ["a.json", "b.json"], asJson: false }],
    [["check", "--json", "a.json"], { name: "check", files: ["a.json"], asJson: true }],
    [["compare", "a.json", "--input", "{}"], { name: "compare", file: "a.json", input: {}, asJson: false }],
    [[], { name: "help" }],
    [["run", "--help"], { name: "help" }],
  ])("parses %j", (args, command) => {
    expect(readCommand(args)).toEqual(command);
  });

  test.each([
    [["walk", "a.json"], "walk"],
    [["run"], "needs a file"],
    [["run", "a.json", "b.json"], "one file"],
    [["run", "a.json", "--input", "{"], "--input is not valid JSON"],
    [["run", "a.json", "--input"], "needs a JSON value"],
    [["run", "a.json", "--credentials"], "needs a file"],
    [["check", "a.json", "--credentials", "mine.json"], "has no option --credentials"],
    [["compare", "a.json", "b.json"], '"workflow compare" takes only one file'],
    [["compare", "a.json", "--credentials", "mine.json"], "has no option --credentials"],
    [["check", "a.json", "--input", "{}"], "has no option --input"],
  ])("rejects %j", (args, why) => {
    expect(() => readCommand(args)).toThrow(UsageError);
    expect(() => readCommand(args)).toThrow(why);
  });
});
