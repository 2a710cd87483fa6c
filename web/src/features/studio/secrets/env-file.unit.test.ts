import { expect, test } from "vitest";
import { readEnvFile } from "./env-file.ts";

test("reads the variables of a .env file as people write it", () => {
  const text = [
    "# keys",
    "TAVILY_API_KEY=tvly-1 # of the team",
    'export DATABASE_URL="postgres://u:p#1@db.example.org/x"',
    "SINGLE='a \\n b'",
    "EMPTY=",
    "  SPACED = value with spaces  ",
    'PRIVATE_KEY="-----BEGIN\nline two\n-----END"',
    'ESCAPED="one\\ntwo \\"three\\""',
    "not a line",
    "TAVILY_API_KEY=tvly-2",
  ].join("\r\n");
  expect(readEnvFile(text)).toEqual([
    { name: "TAVILY_API_KEY", value: "tvly-2" },
    { name: "DATABASE_URL", value: "postgres://u:p#1@db.example.org/x" },
    { name: "SINGLE", value: "a \\n b" },
    { name: "EMPTY", value: "" },
    { name: "SPACED", value: "value with spaces" },
    { name: "PRIVATE_KEY", value: "-----BEGIN\nline two\n-----END" },
    { name: "ESCAPED", value: 'one\ntwo "three"' },
  ]);
});

test("an unclosed quote extends to the end of the file", () => {
  expect(readEnvFile('A="x\ny')).toEqual([{ name: "A", value: "x\ny" }]);
});
