import { createServer, type Socket } from "node:net";

/**
 * The provider behind all gateway figures. It answers every chat request immediately with the same answer, or streams
 * it at 50 frames per second. Each answer has its own usage; `GET /issued` returns the total usage of the answers to
 * Stoa. It uses plain sockets, because it shares a core with the load and must not be the bottleneck. Prints its port.
 */
const MODEL = "gpt-4o-mini";
const FRAMES = 250;
const FRAME_MS = 20;
const END_OF_HEAD = "\r\n\r\n";

let answers = 0;
const issued = { tokens: 0 };

function createUsageCounter(head: string) {
  answers += 1;
  const [prompt, completion] = [180 + (answers % 41), 40 + (answers % 17)];
  if (head.includes("Bearer sk-stoa")) issued.tokens += prompt + completion;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const sentence = "The order left our warehouse on Tuesday and reaches you within two working days. ";
const identity = { id: "chatcmpl-scripted", created: 1_700_000_000, model: MODEL };
const createChoice = (part: object, finish: string | null) => [
  { index: 0, ...part, logprobs: null, finish_reason: finish },
];

function answer(head: string): string {
  const message = { role: "assistant", content: sentence.repeat(3), refusal: null };
  const choices = createChoice({ message }, "stop");
  return JSON.stringify({ ...identity, object: "chat.completion", choices, usage: createUsageCounter(head) });
}

const createEvent = (fields: object) =>
  `data: ${JSON.stringify({ ...identity, object: "chat.completion.chunk", ...fields })}\n\n`;
const toChunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const frame = toChunk(
  createEvent({ choices: createChoice({ delta: { content: " order" } }, null), usage: null }),
);

function stream(socket: Socket, head: string): void {
  socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
  let left = FRAMES;
  const timer = setInterval(() => {
    if (left-- > 0) {
      socket.write(frame);
      return;
    }
    clearInterval(timer);
    const stop = createEvent({ choices: createChoice({ delta: {} }, "stop"), usage: null });
    socket.write(
      `${toChunk(`${stop}${createEvent({ choices: [], usage: createUsageCounter(head) })}data: [DONE]\n\n`)}0\r\n\r\n`,
    );
  }, FRAME_MS);
  socket.once("close", () => clearInterval(timer));
}

function send(socket: Socket, body: string): void {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.write(head + END_OF_HEAD + body);
}

/** Answers the requests on a persistent connection one after the other. Requests must declare their length. */
function serve(socket: Socket): void {
  let pending = "";
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    pending += bytes.toString("latin1");
    for (;;) {
      const headEnd = pending.indexOf(END_OF_HEAD);
      if (headEnd === -1) return;
      const head = pending.slice(0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const end = headEnd + END_OF_HEAD.length + length;
      if (pending.length < end) return;
      const body = pending.slice(headEnd, end);
      pending = pending.slice(end);
      if (head.startsWith("GET")) send(socket, JSON.stringify(issued));
      else if (body.includes('"stream":true')) stream(socket, head);
      else send(socket, answer(head));
    }
  });
}

const server = createServer(serve);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(typeof address === "object" && address ? address.port : "");
});
