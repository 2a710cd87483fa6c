import { expect, test } from "vitest";
import { runNode } from "../../testing/run-node.ts";
import { createScriptedService } from "../services/scripted-service.fixture.ts";
import { httpRequest } from "./http-request.ts";

const MB = 1024 * 1024;

/** Simulates an endless API whose pages all differ. */
const pages = (megabytes: number) =>
  createScriptedService(({ query }) => ({
    headers: { "content-type": "text/plain" },
    body: `${query.page}${"x".repeat(megabytes * MB)}`,
  }));

const ask = (service: ReturnType<typeof pages>) =>
  runNode({
    type: httpRequest,
    version: 4.2,
    parameters: {
      url: "https://api.unknown.dev/things",
      authentication: "genericCredentialType",
      genericAuthType: "httpHeaderAuth",
      options: {
        pagination: {
          pagination: {
            parameters: { parameters: [{ name: "page", value: "={{ $pageCount + 1 }}" }] },
            limitPagesFetched: true,
            maxRequests: 40,
          },
        },
      },
    },
    services: { gateway: service.gateway },
  });

test("ends a run that holds too many pages of a connector", async () => {
  const service = pages(10);
  const { error } = await ask(service);
  expect(error).toEqual({
    node: "Node",
    message: "the node received more than 96 MB of responses from servers: request fewer or smaller ones",
  });
  expect(service.requests).toHaveLength(10);
});

test("returns all pages if they fit within the run's limit", async () => {
  const service = pages(1);
  const { error, outputs } = await ask(service);
  expect(error).toBeUndefined();
  expect(outputs[0]).toHaveLength(40);
});
