import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createCodeSnippet } from "./code-snippets.ts";

const subject = {
  origin: "https://stoa.example",
  agentId: 4,
  input: { message: 'It\'s "late"\nübrigens', top: 5, strict: true, tags: ["a", null] },
};

describe("a code example", () => {
  it("includes the agent and the key header", () => {
    for (const language of ["javascript", "python", "curl"] as const) {
      const code = createCodeSnippet(language, subject);
      expect(code).toContain("https://stoa.example/api/v1/sdk/agents/4/execute");
      expect(code).toContain("X-API-Key");
    }
  });

  it("quotes the body for a shell, regardless of the message", () => {
    const body = createCodeSnippet("curl", subject).split("-d ")[1] ?? "";
    const printed = execFileSync("bash", ["-c", `printf %s ${body}`], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual({ input_data: subject.input });
  });

  it("writes the input as a Python literal", () => {
    const literal = /json=(.*),\n\s+timeout/s.exec(createCodeSnippet("python", subject))?.[1] ?? "";
    const printed = execFileSync("python3", ["-c", `import json; print(json.dumps(${literal}))`], {
      encoding: "utf8",
    });
    expect(JSON.parse(printed)).toEqual({ input_data: subject.input });
  });
});
