import { createServer } from "node:http";
import { fileKind } from "./file-kinds.mjs";
import { plausibleText } from "./plausible-json.mjs";
import { SAMPLE_FILES, sampleNamed } from "./sample-files.mjs";
import { outsideAnswer } from "./scripted-answers.mjs";
import { mcpAnswer } from "./scripted-mcp.mjs";
import { scriptedMcpStreams } from "./scripted-mcp-stream.mjs";
import { chatCompletion } from "./scripted-model.mjs";
import { serviceAnswer } from "./scripted-services.mjs";

/** @param {Buffer} message */
function outgoingCall(message) {
  const end = 4 + message.readUInt32BE(0);
  return { ...JSON.parse(message.toString("utf8", 4, end)), body: message.subarray(end) };
}

/** @param {object} head @param {Buffer} body */
function framed(head, body) {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.byteLength);
  return Buffer.concat([length, json, body]);
}

const EVENTS = "text/event-stream";

const headOf = (/** @type {number} */ status, /** @type {string} */ type) => ({
  status,
  statusText: "OK",
  headers: { "content-type": type },
});

/**
 * Whether a stream of events is asked for, of a connector or of a server outside.
 * @param {string} url
 * @param {import("node:http").IncomingMessage} request
 * @param {Buffer} body
 */
function wantsStream(url, { method, headers }, body) {
  const asked = url === "/http" ? outgoingCall(body) : { method, headers };
  return asked.method === "GET" && String(asked.headers.accept).includes(EVENTS);
}

/**
 * A run's gateway that reaches nothing: servers, connectors and models are scripted, values are kept in memory.
 * @param {readonly import("./plausible-json.mjs").ExportedNode[]} nodes
 * @param {any} any JSON that has whatever the workflow reads
 * @param {import("./written-answers.mjs").WrittenWords} written
 */
export function scriptedGateway(nodes, any, written) {
  /** @type {Map<string, Buffer>} */
  const kept = new Map();
  const streams = scriptedMcpStreams();
  const kind = fileKind(nodes);
  const sheets = nodes
    .map(({ parameters }) => parameters?.sheetName?.value ?? parameters?.sheetName)
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
  const said = plausibleText(nodes, any);
  const reply = (/** @type {string} */ url, /** @type {string} */ method, /** @type {string} */ accept) => {
    const words = written.service(method, url);
    if (words) return words;
    if (/rss|feed|atom|\.xml/i.test(url)) return SAMPLE_FILES.rss;
    const named = method === "GET" ? sampleNamed(url) : undefined;
    if (named) return named;
    if (kind !== undefined && !/json/.test(accept)) return SAMPLE_FILES[kind];
    return {
      type: "application/json",
      bytes: Buffer.from(JSON.stringify(serviceAnswer(url, method, any, sheets))),
    };
  };
  const storage = (/** @type {string} */ method, /** @type {string} */ path, /** @type {Buffer} */ body) => {
    const type = "application/json";
    if (method === "PUT") {
      kept.set(path, body);
      return { status: 204, type, bytes: body };
    }
    const bytes = kept.get(path) ?? written.service(method, path)?.bytes;
    return { status: bytes ? 200 : 404, type, bytes: bytes ?? Buffer.from("{}") };
  };
  const answer = (/** @type {string} */ method, /** @type {string} */ path, /** @type {Buffer} */ body) => {
    if (path.startsWith("/v1/chat/completions")) {
      const asked = body.toString();
      const { type, text } = chatCompletion(JSON.parse(asked), written.model(asked) ?? said);
      return { status: 200, type, bytes: Buffer.from(text) };
    }
    if (path.startsWith("/v1/embeddings")) {
      const { input } = JSON.parse(body.toString());
      const data = [input]
        .flat()
        .map((text, index) => ({ index, embedding: [String(text).length % 7, 1, 2, 3] }));
      return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify({ data })) };
    }
    if (path.startsWith("/storage/")) return storage(method, path, body);
    if (path.startsWith("/answers/")) {
      const words = written.service(method, path);
      return words ? { status: 200, ...words } : outsideAnswer(path, body, any);
    }
    if (path === "/http") {
      const asked = outgoingCall(body);
      const { status, type, bytes } = streams.take(asked.url, asked.body) ??
        mcpAnswer(asked.url, asked.body) ?? {
          status: 200,
          ...reply(asked.url, asked.method, asked.headers.accept ?? ""),
        };
      return { status: 200, type: "application/octet-stream", bytes: framed(headOf(status, type), bytes) };
    }
    return (
      streams.take(path, body) ?? mcpAnswer(path, body) ?? { status: 200, ...reply(path, method, "json") }
    );
  };
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (wantsStream(url, request, body)) {
        const isOutside = url === "/http";
        response.writeHead(200, { "content-type": isOutside ? "application/octet-stream" : EVENTS });
        if (isOutside) response.write(framed(headOf(200, EVENTS), Buffer.alloc(0)));
        streams.begin(response);
        return;
      }
      const { status, type, bytes } = answer(method, url, body);
      response.writeHead(status, {
        "content-type": type,
        "content-length": status === 204 ? 0 : bytes.length,
      });
      response.end(status === 204 ? undefined : bytes);
    });
  });
  return {
    runId: "run_corpus",
    runToken: "rt_corpus",
    connect: (/** @type {unknown} */ connection) => void server.emit("connection", connection),
    close: () => Promise.resolve(),
  };
}
