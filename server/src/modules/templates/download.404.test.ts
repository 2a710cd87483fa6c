import { expect, it } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

it.each([
  "1",
  "no-such-template",
  "STOA-PYTHON",
  "stoa-agent.py",
  "templates.json",
  "..%2ftemplates.json",
  "..%2f..%2fagents.json",
  "%2e%2e",
  "__proto__",
  "constructor",
  "stoa-python%00",
  "x".repeat(65),
])("returns 404 for the template %j", async (id) => {
  for (const prefix of ["/api/v1", "/api"]) {
    const answer = await server().client.get(`${prefix}/templates/download/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(answer.headers.get("content-disposition")).toBeNull();
  }
});
