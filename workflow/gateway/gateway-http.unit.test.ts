import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { httpRequest } from "../nodes/http/http-request.ts";
import { runNode } from "../testing/run-node.ts";
import { createGatewayHttp } from "./gateway-http.ts";

/** The door answers what is said here. */
function saying(status: number, body: string) {
  return createGatewayHttp({
    call() {
      const answer = new IncomingMessage(new Socket());
      answer.statusCode = status;
      answer.push(body);
      answer.push(null);
      return Promise.resolve(answer);
    },
  });
}

const DETAIL = "evil.example is not among the hosts that this agent was published with: a.example.";
const refusing = saying(403, JSON.stringify({ error: "not_declared", detail: DETAIL }));
const parameters = { url: "https://evil.example/" };

test("a request that the way out refuses stops its node, which the error names with the door's words", async () => {
  const ran = await runNode({ type: httpRequest, version: 4.2, parameters, services: { http: refusing } });
  expect(ran.error).toEqual({ node: "Node", message: DETAIL });
});

test("where the node goes on, its item has the door's words and its code", async () => {
  const ran = await runNode({
    type: httpRequest,
    version: 4.2,
    parameters,
    node: { onError: "continueRegularOutput" },
    services: { http: refusing },
  });
  expect(ran.outputs[0]).toEqual([{ error: { message: DETAIL, name: "AxiosError", code: "not_declared" } }]);
});

test.each([["<html>"], ["null"], ['{"error": 1}']])(
  "an answer that is not ours is told by its status: %s",
  async (body) => {
    const asked = saying(502, body).send({
      ...parameters,
      method: "GET",
      headers: {},
      maxRedirects: 0,
      timeoutMs: 1,
    });
    await expect(asked).rejects.toMatchObject({ message: "the way out answered 502", code: undefined });
  },
);
