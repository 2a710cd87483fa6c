import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { generatePythonTypes } from "../../scripts/generate/sdk-python.ts";

it("types are not generated for a field whose name is a Python keyword", () => {
  const script = "import json, keyword; print(json.dumps(keyword.kwlist))";
  const keywords: string[] = JSON.parse(execFileSync("python3", ["-c", script], { encoding: "utf8" }));
  expect(keywords).toContain("lambda");
  for (const field of keywords)
    expect(
      () => generatePythonTypes({ Thing: { properties: { [field]: { type: "string" } } } }),
      field,
    ).toThrow(`Thing.${field} cannot be a field`);
});
