import { expect, test } from "vitest";
import { filterText, filterTraceback, removeRuntimeFailure } from "./developer-view.ts";

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

test("shows only text that is in the file", () => {
  expect(filterText(code, "Reading")).toBe("Reading");
  expect(filterText(code, "Reading my secret")).toBeNull();
});

test("names an undeclared host only if the file names it", () => {
  const reaching = { ...code, source: `${SOURCE}\nURL = "https://api.service.io/v1"\n` };
  const sentence = (hosts: string) =>
    `This agent tried to reach ${hosts}, which it does not declare. Add them to hosts.`;
  expect(filterTraceback(reaching, sentence("api.service.io, my-secret.evil.example"))).toBe(
    "This agent tried to reach api.service.io, which it does not declare. Add it to hosts.",
  );
  expect(filterTraceback(reaching, sentence("my-secret.evil.example"))).toBe(
    "This agent tried to reach a host that it does not declare.",
  );
});

test("shows the lines of the agent's file in a traceback and the type of the exception, but not its message", () => {
  expect(filterTraceback(code, TRACEBACK)?.split("\n")).toEqual([
    '  File "agent.py", line 5, in run',
    "    return parse(message)",
    '  File "agent.py", line 8, in parse',
    "    return json.loads(text)",
    "json.decoder.JSONDecodeError",
  ]);
});

test("does not leak the text of a message that imitates a traceback", () => {
  const forged = [
    "ValueError: x",
    '  File "my secret", line 1, in run',
    '  File "agent.py", line 1, in my_secret',
    "    my secret",
    '  File "agent.py", line 999, in run',
  ].join("\n");
  const shown = filterTraceback(code, forged);
  expect(shown).not.toContain("secret");
  expect(shown?.split("\n")).toEqual(['  File "agent.py", line 1', "    import json"]);
});

test("shows only the exception type of a failure", () => {
  expect(removeRuntimeFailure("The agent raised ValueError: my secret")).toBe("The agent raised ValueError");
  expect(removeRuntimeFailure("The agent raised KeyError.")).toBe("The agent raised KeyError");
  expect(removeRuntimeFailure("my secret")).toBeNull();
});
