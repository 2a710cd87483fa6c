import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { createGatewayHttp } from "@stoa/runtime/gateway-http";
import { expect, test } from "vitest";
import { runNode } from "../../testing/run-node.ts";
import { httpRequest } from "./http-request.ts";

/** Creates a gateway with this response. */
function createGateway(status: number, body: string) {
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

const DETAIL = "evil.example is not one of the hosts that this agent declares: a.example.";
const refusing = createGateway(403, JSON.stringify({ error: "not_declared", detail: DETAIL }));
const parameters = { url: "https://evil.example/" };

test("a request that the gateway refuses stops its node with the gateway's message", async () => {
  const ran = await runNode({ type: httpRequest, version: 4.2, parameters, services: { http: refusing } });
  expect(ran.error).toEqual({ node: "Node", message: DETAIL });
});

test("a node that continues on errors outputs the gateway's message and code", async () => {
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
  "a response without a message is reported by its status: %s",
  async (body) => {
    const response = createGateway(502, body).send({
      ...parameters,
      method: "GET",
      headers: {},
      maxRedirects: 0,
      timeoutMs: 1,
    });
    await expect(response).rejects.toMatchObject({
      message: "the gateway responded with status 502",
      code: undefined,
    });
  },
);
