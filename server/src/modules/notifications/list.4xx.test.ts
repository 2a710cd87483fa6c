import { Problem } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";

const server = useTestServer();

const ROUTES = [
  ["GET", "/api/v1/notifications/"],
  ["GET", "/api/v1/notifications/events"],
  ["PUT", "/api/v1/notifications/mark-all-read"],
  ["PUT", `/api/v1/notifications/ntf_${"0".repeat(32)}/read`],
] as const;

test.each(ROUTES)("returns 401 for %s %s without a token or with an invalid one", async (method, path) => {
  for (const options of [{}, { token: "nobody" }]) {
    const answer = await server().client.call(method, path, options);
    expect(answer.status).toBe(401);
    expect(parseAnswer(Problem, answer).error).toBe("unauthorized");
  }
});

test.each(["cursor=trf_1", "cursor=x", "limit=0", "limit=101", "offset=-1", "limit=many"])(
  "returns 400 for a list with %s and names the field",
  async (query) => {
    const { client } = server();
    const { token } = await client.register();
    const answer = await client.get(`/api/v1/notifications?${query}`, { token });
    expect(answer.status).toBe(400);
    expect(parseAnswer(Problem, answer).errors?.[0]?.field).toBe(query.split("=")[0]);
  },
);
