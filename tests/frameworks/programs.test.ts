import { expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, uploadSource } from "./agents.ts";

const server = useTestServer();

const PARSER = `#!/usr/bin/env python3
"""Repeats a line."""
import argparse
import sys

def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("line", help="the line to repeat")
    parser.add_argument("-n", "--times", type=int, default=2)
    parser.add_argument("--upper", action="store_true")
    args = parser.parse_args()
    if args.times > 5:
        print("repeat: at most 5 times", file=sys.stderr)
        return 4
    line = args.line.upper() if args.upper else args.line
    print("\\n".join([line] * args.times))
    return 0

if __name__ == "__main__":
    sys.exit(main())
`;
const WORDS = `import sys

text = sys.stdin.read()
print(f"{len(text.split())} words")
`;
const WEATHER = `import sys

city = sys.argv[1]
days = int(sys.argv[2]) if len(sys.argv) > 2 else 3
print(f"{city}: {days} days of sun")
`;
const DESK = `class Desk:
    def __init__(self, shop: str = "Stoa"):
        self.shop = shop

    def classify(self, text: str) -> str:
        return "order" if "order" in text else "other"

    def answer(self, question: str) -> str:
        return f"{self.shop} {self.classify(question)}"
`;
const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: "code", source: ["!pip install -q requests\n", "question = input('? ')"], metadata: {} },
    { cell_type: "code", source: ["%%bash\n", "echo not Python)"], metadata: {} },
    {
      cell_type: "code",
      source: ["import asyncio\n", "await asyncio.sleep(0)\n", "display(question[::-1])"],
    },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

it.each<[what: string, filename: string, source: string, input: object, output: string]>([
  [
    "an argparse program",
    "repeat.py",
    PARSER,
    { line: "--times", times: 2, upper: true },
    "--TIMES\n--TIMES",
  ],
  ["a script that reads stdin", "words.py", WORDS, { message: "three short words" }, "3 words"],
  ["a script with arguments", "weather.py", WEATHER, { city: "Rome" }, "Rome: 3 days of sun"],
  ["a class with several methods", "desk.py", DESK, { question: "my order" }, "Stoa order"],
  ["a notebook", "reverse.ipynb", NOTEBOOK, { message: "abc" }, "cba"],
])("%s gives the same answer as in a terminal", async (_, filename, source, input, output) => {
  const agent = await uploadSource(server(), filename, source);
  const { result, output: answer } = await run(server(), agent, input);
  expect(result).toMatchObject({ success: true });
  expect(answer).toBe(output);
});

it("a program that ends with an exit code other than 0 fails with the text that it wrote to stderr", async () => {
  const agent = await uploadSource(server(), "repeat.py", PARSER);
  const { result } = await run(server(), agent, { line: "x", times: 6 });
  expect(result).toMatchObject({ success: false, status: "failed", cost: 0 });
  expect(JSON.stringify(result)).toContain("The program ended with exit code 4: repeat: at most 5 times");
});
