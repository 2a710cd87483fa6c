import { createServer } from "node:http";
import { zipSync } from "fflate";
import { plausibleText } from "./plausible-json.mjs";
import { mcpAnswer } from "./scripted-mcp.mjs";
import { chatCompletion } from "./scripted-model.mjs";
import { serviceAnswer } from "./scripted-services.mjs";

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://example.com</link><item><title>One</title><link>https://example.com/1</link><guid>1</guid><pubDate>Wed, 04 Mar 2026 10:20:30 GMT</pubDate><description>First</description></item></channel></rss>`;
const RSS = { type: "application/rss+xml", bytes: Buffer.from(FEED) };
const ZIP = {
  type: "application/zip",
  bytes: Buffer.from(zipSync({ "read-me.txt": Buffer.from("plain text") })),
};
const PDF = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n4 0 obj<</Length 37>>stream\nBT /F 12 Tf 20 200 Td (Hello) Tj ET  \nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n",
);

/** Bytes of a kind that a file's Extract from File node reads. */
/** @type {Record<string, { type: string; bytes: Buffer }>} */
const FILES = {
  pdf: { type: "application/pdf", bytes: PDF },
  csv: { type: "text/csv", bytes: Buffer.from("name,email,url\nAda,ada@example.com,https://example.com\n") },
  xml: { type: "application/xml", bytes: Buffer.from("<list><entry>one</entry></list>") },
  html: {
    type: "text/html",
    bytes: Buffer.from("<html><body><h1>Title</h1><p>Text <a href='/a'>A</a></p></body></html>"),
  },
  text: { type: "text/plain", bytes: Buffer.from("plain text") },
};

/**
 * Which kind of file servers give a workflow, by what it does with files; JSON where nothing else is clear.
 * @param {readonly import("./plausible-json.mjs").ExportedNode[]} nodes
 */
function fileKind(nodes) {
  const extracting = nodes.find(({ type }) => /\.(extractFromFile|readPDF|spreadsheetFile)$/.test(type));
  if (!extracting) return undefined;
  if (extracting.type.endsWith("readPDF")) return "pdf";
  const operation = extracting.parameters?.operation ?? "csv";
  return operation in FILES ? operation : undefined;
}

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

/**
 * A run's gateway that reaches nothing: servers, connectors and models are scripted, values are kept in memory.
 * @param {readonly import("./plausible-json.mjs").ExportedNode[]} nodes
 * @param {any} any JSON that has whatever the workflow reads
 */
export function scriptedGateway(nodes, any) {
  /** @type {Map<string, Buffer>} */
  const kept = new Map();
  const kind = fileKind(nodes);
  const sheets = nodes
    .map(({ parameters }) => parameters?.sheetName?.value ?? parameters?.sheetName)
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
  const said = plausibleText(nodes, any);
  const reply = (/** @type {string} */ url, /** @type {string} */ method, /** @type {string} */ accept) => {
    if (/rss|feed|atom|\.xml/i.test(url)) return RSS;
    if (/\.zip(\?|$)/i.test(url)) return ZIP;
    const file = kind === undefined || /json/.test(accept) ? undefined : FILES[kind];
    if (file) return file;
    return {
      type: "application/json",
      bytes: Buffer.from(JSON.stringify(serviceAnswer(url, method, any, sheets))),
    };
  };
  const answer = (/** @type {string} */ method, /** @type {string} */ path, /** @type {Buffer} */ body) => {
    if (path.startsWith("/v1/chat/completions")) {
      const { type, text } = chatCompletion(JSON.parse(body.toString()), said);
      return { status: 200, type, bytes: Buffer.from(text) };
    }
    if (path.startsWith("/v1/embeddings")) {
      const { input } = JSON.parse(body.toString());
      const data = [input]
        .flat()
        .map((text, index) => ({ index, embedding: [String(text).length % 7, 1, 2, 3] }));
      return { status: 200, type: "application/json", bytes: Buffer.from(JSON.stringify({ data })) };
    }
    if (path.startsWith("/storage/")) {
      if (method === "PUT") kept.set(path, body);
      const value = kept.get(path);
      return {
        status: method === "PUT" ? 204 : value ? 200 : 404,
        type: "application/json",
        bytes: value ?? Buffer.from("{}"),
      };
    }
    if (path === "/http") {
      const asked = outgoingCall(body);
      const { status, type, bytes } = mcpAnswer(asked.body) ?? {
        status: 200,
        ...reply(asked.url, asked.method, asked.headers.accept ?? ""),
      };
      const head = { status, statusText: "OK", headers: { "content-type": type } };
      return { status: 200, type: "application/octet-stream", bytes: framed(head, bytes) };
    }
    return mcpAnswer(body) ?? { status: 200, ...reply(path, method, "json") };
  };
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { status, type, bytes } = answer(request.method ?? "", request.url ?? "", Buffer.concat(chunks));
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
