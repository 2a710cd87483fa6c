import { request } from "node:http";
import { Problem } from "@stoa/contract";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleErrors, refuseUnknownPath } from "./error-handler.ts";
import { refuseWrongMethods } from "./wrong-method.ts";

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  handleErrors(app);
  refuseWrongMethods(app);
  await app.register(
    async (api) => {
      api.get("/things/:id", async () => ({}));
      api.put("/things/:id", async () => ({}));
      api.post("/things/:id/run", async () => ({}));
    },
    { prefix: "/api/v1" },
  );
  app.get("/*", refuseUnknownPath);
  app.setNotFoundHandler(refuseUnknownPath);
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(() => app.close());

/** Uses Node's own client, because `fetch` refuses some methods. */
function send(method: string, path: string): Promise<{ status: number; allow: string; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(app.listeningOrigin + path, { method }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          allow: response.headers.allow ?? "",
          body: JSON.parse(text),
        }),
      );
    });
    sent.on("error", reject).end();
  });
}

test.each([
  ["QUERY", "/api/v1/things/1?x=1", "GET, HEAD, PUT"],
  ["PROPFIND", "/api/v1/things/1", "GET, HEAD, PUT"],
  ["DELETE", "/api/v1/things/1", "GET, HEAD, PUT"],
  ["GET", "/api/v1/things/1/run", "POST"],
])("%s %s returns 405 and lists the allowed methods", async (method, path, allow) => {
  const answer = await send(method, path);
  expect(answer.status).toBe(405);
  expect(answer.allow).toBe(allow);
  expect(Problem.parse(answer.body)).toMatchObject({
    error: "method_not_allowed",
    detail: `This endpoint does not support ${method}. Use ${allow}.`,
  });
});

test.each([
  ["DELETE", "/api/v1/nothing"],
  ["GET", "/api/v1/things/1/run/more"],
])("%s %s returns 404 for an unknown path", async (method, path) =>
  expect((await send(method, path)).status).toBe(404),
);
