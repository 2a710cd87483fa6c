import type { JsonValue } from "@stoa/runtime/protocol";
import { describe } from "vitest";
import { nodeCases } from "./core-cases.fixture.ts";
import { FILTER_NODE } from "./filter.ts";
import { IF_NODE } from "./if.ts";
import { SWITCH_NODE } from "./switch.ts";

type Condition = [left: JsonValue, type: string, operation: string, right?: JsonValue];

function buildFilter(combinator: string, ...conditions: Condition[]) {
  return {
    options: { caseSensitive: true, leftValue: "", typeValidation: "strict" },
    conditions: conditions.map(([leftValue, type, operation, rightValue = ""]) => ({
      leftValue,
      rightValue,
      operator: { type, operation },
    })),
    combinator,
  };
}

const NUMBERS = [{ n: 1 }, { n: 5 }, { n: 9 }];
const N = "={{ $json.n }}";

describe("If", () => {
  nodeCases(IF_NODE, [
    {
      name: "routes items by whether all conditions are met",
      version: 2.2,
      items: NUMBERS,
      parameters: { conditions: buildFilter("and", [N, "number", "gt", 2], [N, "number", "lt", 8]) },
      gives: [[{ n: 5 }], [{ n: 1 }, { n: 9 }]],
    },
    {
      name: "routes items by whether any condition is met",
      version: 2,
      items: NUMBERS,
      parameters: { conditions: buildFilter("or", [N, "number", "lt", 2], [N, "number", "gt", 8]) },
      gives: [[{ n: 1 }, { n: 9 }], [{ n: 5 }]],
    },
    {
      name: "stops at a wrong type",
      version: 2.2,
      items: [{ n: 1 }, { n: "x" }],
      parameters: { conditions: buildFilter("and", [N, "number", "gt", 0]) },
      fails: "Wrong type: 'x' is a string but was expecting a number [condition 0, item 1]",
    },
    {
      name: "treats a wrong type as not met if it continues on errors",
      version: 2.2,
      items: [{ n: 1 }, { n: "x" }],
      node: { onError: "continueRegularOutput" },
      parameters: { conditions: buildFilter("and", [N, "number", "gt", 0]) },
      gives: [[{ n: 1 }], [{ n: "x" }]],
    },
    {
      name: "names a missing date as n8n does",
      version: 1,
      items: [{}],
      parameters: {
        conditions: { dateTime: [{ value1: "={{ $json.d }}", operation: "after", value2: "2024-01-01" }] },
      },
      fails: 'The value "undefined" is not a valid DateTime.',
    },
    {
      name: "passes its input on to the first output if version 1 fails and continues on errors",
      version: 1,
      items: [{ d: "x" }, { d: "2024-05-01" }],
      node: { onError: "continueErrorOutput" },
      parameters: {
        conditions: { dateTime: [{ value1: "={{ $json.d }}", operation: "after", value2: "2024-01-01" }] },
      },
      gives: [[{ d: "x" }, { d: "2024-05-01" }]],
    },
    {
      name: "does not evaluate further conditions once the result is certain",
      version: 2.3,
      items: [{ n: 1 }],
      parameters: { conditions: buildFilter("or", [N, "number", "equals", 1], [N, "string", "equals", "1"]) },
      gives: [[{ n: 1 }], []],
    },
    {
      name: "version 2 accepts the lists of version 1, with the operators of both versions",
      version: 2,
      items: NUMBERS,
      parameters: {
        conditions: {
          number: [{ value1: N, operation: "smaller", value2: 8 }],
          boolean: [{ value1: "={{ $json.n > 2 }}", operation: "true", value2: true }],
        },
      },
      gives: [[{ n: 5 }], [{ n: 1 }, { n: 9 }]],
    },
    {
      name: "version 1 requires every condition of its lists",
      version: 1,
      items: NUMBERS,
      parameters: {
        conditions: {
          number: [{ value1: N, operation: "larger", value2: 2 }],
          boolean: [{ value1: "={{ $json.n < 8 }}", value2: true }],
        },
      },
      gives: [[{ n: 5 }], [{ n: 1 }, { n: 9 }]],
    },
    {
      name: "version 1 requires any condition of its lists",
      version: 1,
      items: [{ s: "abc" }, { s: "" }, { s: "x" }],
      parameters: {
        combineOperation: "any",
        conditions: {
          string: [
            { value1: "={{ $json.s }}", operation: "contains", value2: "b" },
            { value1: "={{ $json.s }}", operation: "isEmpty" },
          ],
        },
      },
      gives: [[{ s: "abc" }, { s: "" }], [{ s: "x" }]],
    },
    {
      name: "version 1 compares dates",
      version: 1,
      items: [{ d: "2024-01-02" }],
      parameters: {
        conditions: {
          dateTime: [{ value1: "={{ $json.d }}", operation: "after", value2: "2024-01-01T00:00:00Z" }],
        },
      },
      gives: [[{ d: "2024-01-02" }], []],
    },
    {
      name: "version 1 compares with a regular expression",
      version: 1,
      items: [{ d: "on 2024-01-02" }, { d: "now" }],
      parameters: {
        conditions: {
          string: [{ value1: "={{ $json.d }}", operation: "regex", value2: "/\\d{4}-\\d\\d/i" }],
        },
      },
      gives: [[{ d: "on 2024-01-02" }], [{ d: "now" }]],
    },
    {
      name: "version 1 treats a number and the same number as a string as different",
      version: 1,
      items: [{ n: "5" }],
      parameters: { conditions: { number: [{ value1: N, operation: "equal", value2: 5 }] } },
      gives: [[], [{ n: "5" }]],
    },
  ]);
});

describe("Filter", () => {
  nodeCases(FILTER_NODE, [
    {
      name: "keeps items that meet its conditions",
      version: 2.2,
      items: NUMBERS,
      parameters: { conditions: buildFilter("and", [N, "number", "gte", 5]) },
      gives: [[{ n: 5 }, { n: 9 }], [{ n: 1 }]],
    },
    {
      name: "returns no items if none meets the conditions",
      version: 2,
      items: NUMBERS,
      parameters: { conditions: buildFilter("and", [N, "number", "gte", 50]) },
      gives: [[], NUMBERS],
    },
    {
      name: "leaves out items that cannot be compared if it continues on errors",
      version: 2.1,
      items: [{ n: "x" }, { n: 6 }],
      node: { onError: "continueRegularOutput" },
      parameters: { conditions: buildFilter("and", [N, "number", "gte", 5]) },
      gives: [[{ n: 6 }], [{ n: "x" }]],
    },
    {
      name: "has an error output if enabled",
      version: 2.2,
      items: NUMBERS,
      node: { onError: "continueErrorOutput" },
      parameters: { conditions: buildFilter("and", [N, "number", "gte", 5]) },
      gives: [[{ n: 5 }, { n: 9 }], []],
    },
    {
      name: "version 1 keeps items that meet all conditions of its lists",
      version: 1,
      items: NUMBERS,
      parameters: { conditions: { number: [{ value1: N, value2: 6 }] } },
      gives: [[{ n: 1 }, { n: 5 }], [{ n: 9 }]],
    },
    {
      name: "version 1 keeps items that meet any condition of its lists",
      version: 1,
      items: NUMBERS,
      parameters: {
        combineConditions: "OR",
        conditions: {
          number: [
            { value1: N, operation: "equal", value2: 1 },
            { value1: N, operation: "equal", value2: 9 },
          ],
        },
      },
      gives: [[{ n: 1 }, { n: 9 }], [{ n: 5 }]],
    },
  ]);
});

describe("Switch", () => {
  const rules = (...conditions: Condition[]) => ({
    rules: { values: conditions.map((condition) => ({ conditions: buildFilter("and", condition) })) },
  });
  const sizes = rules([N, "number", "gt", 8], [N, "number", "gt", 4]);
  nodeCases(SWITCH_NODE, [
    {
      name: "sends items to the first rule that is met",
      version: 3.2,
      items: NUMBERS,
      parameters: sizes,
      gives: [[{ n: 9 }], [{ n: 5 }]],
    },
    {
      name: "sends items to every rule that is met",
      version: 3,
      items: NUMBERS,
      parameters: { ...sizes, options: { allMatchingOutputs: true } },
      gives: [[{ n: 9 }], [{ n: 5 }, { n: 9 }]],
    },
    {
      name: "has an extra output for items that meet no rule",
      version: 3.2,
      items: NUMBERS,
      parameters: { ...sizes, options: { fallbackOutput: "extra" } },
      gives: [[{ n: 9 }], [{ n: 5 }], [{ n: 1 }]],
    },
    {
      name: "sends items that meet no rule to the output of a rule",
      version: 3.1,
      items: NUMBERS,
      parameters: { ...sizes, options: { fallbackOutput: 0 } },
      gives: [[{ n: 1 }, { n: 9 }], [{ n: 5 }]],
    },
    {
      name: "uses the output number from an expression",
      version: 3,
      items: NUMBERS,
      parameters: { mode: "expression", numberOutputs: 3, output: "={{ $json.n > 4 ? 2 : 0 }}" },
      gives: [[{ n: 1 }], [], [{ n: 5 }, { n: 9 }]],
    },
    {
      name: "refuses an output that it does not have",
      version: 3.2,
      items: NUMBERS,
      parameters: { mode: "expression", output: N },
      fails: { message: "The ouput 5 is not allowed", field: "output" },
    },
    {
      name: "sends an error without the item's fields to the error output",
      version: 3.2,
      items: NUMBERS.slice(0, 2),
      node: { onError: "continueErrorOutput" },
      parameters: { mode: "expression", output: "=9" },
      gives: [
        [],
        [],
        [],
        [],
        [{ error: "The ouput 9 is not allowed" }, { error: "The ouput 9 is not allowed" }],
      ],
    },
    {
      name: "version 1 compares one value",
      version: 1,
      items: [{ s: "a" }, { s: "b" }, { s: "c" }],
      parameters: {
        dataType: "string",
        value1: "={{ $json.s }}",
        rules: { rules: [{ value2: "a" }, { operation: "startsWith", value2: "b", output: 2 }] },
        fallbackOutput: 3,
      },
      gives: [[{ s: "a" }], [], [{ s: "b" }], [{ s: "c" }]],
    },
    {
      name: "version 1 drops items that do not meet any rule",
      version: 1,
      items: NUMBERS,
      parameters: { value1: N, rules: { rules: [{ operation: "larger", value2: 6, output: 1 }] } },
      gives: [[], [{ n: 9 }], [], []],
    },
    {
      name: "version 2 has an output for each rule",
      version: 2,
      items: [{ s: "a" }, { s: "b" }],
      parameters: {
        dataType: "string",
        value1: "={{ $json.s }}",
        rules: {
          rules: [
            { value2: "b", outputKey: "B" },
            { value2: "a", outputKey: "A" },
          ],
        },
      },
      gives: [[{ s: "b" }], [{ s: "a" }]],
    },
  ]);
});
