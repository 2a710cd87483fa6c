import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { pythonTypes } from "../../scripts/generate/sdk-python.ts";

it("a field that Python could not parse is refused, whichever of its keywords it is", () => {
  const script = "import json, keyword; print(json.dumps(keyword.kwlist))";
  const keywords: string[] = JSON.parse(execFileSync("python3", ["-c", script], { encoding: "utf8" }));
  expect(keywords).toContain("lambda");
  for (const field of keywords)
    expect(() => pythonTypes({ Thing: { properties: { [field]: { type: "string" } } } }), field).toThrow(
      `Thing.${field} cannot be a field`,
    );
});
