import { createServer } from "node:http";
import { findFileKind } from "./file-kinds.mjs";
import { createPlausibleText } from "./plausible-json.mjs";
import { findSample, SAMPLE_FILES } from "./sample-files.mjs";
import { createOutsideAnswer } from "./scripted-answers.mjs";
import { createMcpAnswer } from "./scripted-mcp.mjs";
import { createScriptedMcpStreams } from "./scripted-mcp-stream.mjs";
import { createChatCompletion } from "./scripted-model.mjs";
import { createServiceAnswer } from "./scripted-services.mjs";

/** @param {Buffer} message */
function parseOutgoingCall(message) {
  const end = 4 + message.readUInt32BE(0);
  return { ...JSON.parse(message.toString("utf8", 4, end)), body: message.subarray(end) };
}

/** @param {object} head @param {Buffer} body */
function frameMessage(head, body) {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.byteLength);
  return Buffer.concat([length, json, body]);
}

const EVENTS = "text/event-stream";

const createHead = (/** @type {number} */ status, /** @type {string} */ type) => ({
  status,
  statusText: "OK",
  headers: { "content-type": type },
});

/**
 * Returns whether a request to a connector or to an external server requests an event stream.
 * @param {string} url
 * @param {import("node:http").IncomingMessage} request
 * @param {Buffer} body
 */
function wantsStream(url, { method, headers }, body) {
  const call = url === "/http" ? parseOutgoingCall(body) : { method, headers };
  return call.method === "GET" && String(call.headers.accept).includes(EVENTS);
}

/**
 * Creates a run's gateway that does not connect to anything. Servers, connectors and models are scripted, and values
 * are stored in memory.
 * @param {readonly import("./plausible-json.mjs").ExportedNode[]} nodes
 * @param {any} any JSON with all fields that the workflow reads
 * @param {import("./written-answers.mjs").WrittenWords} written
 */
export function createScriptedGateway(nodes, any, written) {
  /** @type {Map<string, Buffer>} */
  const storedFiles = new Map();
  const streams = createScriptedMcpStreams();
  const kind = findFileKind(nodes);
  const sheets = nodes
    .map(({ parameters }) => parameters?.sheetName?.value ?? parameters?.sheetName)
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
  const modelText = createPlausibleText(nodes, any);
  const reply = (/** @type {string} */ url, /** @type {string} */ method, /** @type {string} */ accept) => {
    const writtenAnswer = written.service(method, url);
    if (writtenAnswer) return writtenAnswer;
    if (/rss|feed|atom|\.xml/i.test(url)) return SAMPLE_FILES.rss;
    const named = method === "GET" ? findSample(url) : undefined;
    if (named) return named;
    if (kind !== undefined && !/json/.test(accept)) return SAMPLE_FILES[kind];
    return {
      type: "application/json",
      bytes: Buffer.from(JSON.stringify(createServiceAnswer(url, method, any, sheets))),
    };
  };
  const handleStorage = (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {Buffer} */ body,
  ) => {
    const type = "application/json";
    if (method === "PUT") {
      storedFiles.set(path, body);
      return { status: 204, type, bytes: body };
    }
    const bytes = storedFiles.get(path) ?? written.service(method, path)?.bytes;
    return { status: bytes ? 200 : 404, type, bytes: bytes ?? Buffer.from("{}") };
  };
  const answer = (/** @type {string} */ method, /** @type {string} */ path, /** @type {Buffer} */ body) => {
    if (path.startsWith("/v1/chat/completions")) {
      const requestText = body.toString();
      const { type, text } = createChatCompletion(
        JSON.parse(requestText),
        written.model(requestText) ?? modelText,
      );
      return { status: 200, type, bytes: Buffer.from(text) };
    }
    if (path.startsWith("/v1/embeddings")) {
      const { input } = JSON.parse(body.toString());
      const data = [input]
        .flat()
        .map((text, index) => ({ index, embedding: [String(text).length % 7, 1, 2, 3] }));
      return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify({ data })) };
    }
    if (path.startsWith("/storage/")) return handleStorage(method, path, body);
    if (path.startsWith("/answers/")) {
      const writtenAnswer = written.service(method, path);
      return writtenAnswer ? { status: 200, ...writtenAnswer } : createOutsideAnswer(path, body, any);
    }
    if (path === "/http") {
      const call = parseOutgoingCall(body);
      const { status, type, bytes } = streams.take(call.url, call.body) ??
        createMcpAnswer(call.url, call.body) ?? {
          status: 200,
          ...reply(call.url, call.method, call.headers.accept ?? ""),
        };
      return {
        status: 200,
        type: "application/octet-stream",
        bytes: frameMessage(createHead(status, type), bytes),
      };
    }
    return (
      streams.take(path, body) ??
      createMcpAnswer(path, body) ?? { status: 200, ...reply(path, method, "json") }
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
        if (isOutside) response.write(frameMessage(createHead(200, EVENTS), Buffer.alloc(0)));
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
