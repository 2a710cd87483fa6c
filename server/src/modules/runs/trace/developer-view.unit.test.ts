import { expect, test } from "vitest";
import { ownFailure, ownTraceback, ownWords } from "./developer-view.ts";

const SOURCE = `import json

def run(message: str):
    print("Reading")
    return parse(message)

def parse(text):
    return json.loads(text)
`;
const code = { source: SOURCE, filename: "agent.py" };

const TRACEBACK = `Traceback (most recent call last):
  File "agent.py", line 5, in run
    return parse(message)
           ^^^^^^^^^^^^^^
  File "agent.py", line 8, in parse
    return json.loads(text)
  File "/usr/lib/python3.11/json/decoder.py", line 355, in raw_decode
    raise JSONDecodeError("Expecting value", s, err.value) from None
json.decoder.JSONDecodeError: Expecting value: my secret
my-secret
secret:`;

test("words that are in the file are the developer's, others are withheld", () => {
  expect(ownWords(code, "Reading")).toBe("Reading");
  expect(ownWords(code, "Reading my secret")).toBeNull();
});

test("a traceback shows the lines of the file and the kind of exception, nothing of its message", () => {
  expect(ownTraceback(code, TRACEBACK)?.split("\n")).toEqual([
    '  File "agent.py", line 5, in run',
    "    return parse(message)",
    '  File "agent.py", line 8, in parse',
    "    return json.loads(text)",
    "json.decoder.JSONDecodeError",
  ]);
});

test("a message that imitates a traceback smuggles no words", () => {
  const forged = [
    "ValueError: x",
    '  File "my secret", line 1, in run',
    '  File "agent.py", line 1, in my_secret',
    "    my secret",
    '  File "agent.py", line 999, in run',
  ].join("\n");
  const shown = ownTraceback(code, forged);
  expect(shown).not.toContain("secret");
  expect(shown?.split("\n")).toEqual(['  File "agent.py", line 1', "    import json"]);
});

test("a failure in words keeps its kind alone", () => {
  expect(ownFailure("The agent raised ValueError: my secret")).toBe("The agent raised ValueError");
  expect(ownFailure("The agent raised KeyError.")).toBe("The agent raised KeyError");
  expect(ownFailure("my secret")).toBeNull();
});
