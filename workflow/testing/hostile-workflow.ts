import type { Duplex } from "node:stream";
import { encodeFrame } from "@stoa/runtime/gateway-http";
import { request, set, toWorkflowExport } from "./workflow-job.ts";

/** A workflow with a regular expression that takes minutes and that V8 does not interrupt. */
export const UNSTOPPABLE = toWorkflowExport(set(`={{ /^${"(|)".repeat(32)}x/.test("a") }}`));

/** A workflow that parses a page into a tree that exceeds a process's memory. */
export const OVER_MEMORY = toWorkflowExport(
  {
    ...request("https://example.com/a"),
    parameters: {
      url: "https://example.com/a",
      options: { response: { response: { responseFormat: "text" } } },
    },
  },
  {
    name: "Read",
    type: "n8n-nodes-base.html",
    typeVersion: 1.2,
    parameters: {
      operation: "extractHtmlContent",
      dataPropertyName: "data",
      extractionValues: { values: [{ key: "x", cssSelector: "i" }] },
    },
  },
);

/** A page of almost the maximum size that a node reads. */
const PAGE = Buffer.from("<br>".repeat(2_490_000));

/** Serves the page as a gateway. */
export function servePage(connection: Duplex): void {
  const answer = encodeFrame(
    { status: 200, statusText: "OK", headers: { "content-type": "text/html" } },
    PAGE,
  );
  connection.on("error", () => connection.destroy());
  connection.once("data", () => {
    connection.write(
      `HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: ${answer.length}\r\nconnection: close\r\n\r\n`,
    );
    connection.end(answer);
  });
}
