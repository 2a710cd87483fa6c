import { connect, type NetConnectOpts, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createStreamBody, type GatewayPath } from "./gateway-load.ts";

/** A string that occurs once in each of the scripted provider's frames. */
const FRAME = Buffer.from('"delta":{"content"');
/**
 * The number of frames at the start of a stream that are not measured, because they arrive while other streams still
 * connect.
 */
const FIRST_FRAMES = 25;
/**
 * The time between two frames of a stream. The streams start one after another within this time, because no machine
 * could send them all at once.
 */
const FRAME_MS = 20;

export interface StreamsRead {
  /** The milliseconds between two frames of a stream, over all streams. */
  gaps: number[];
  frames: number;
  ended: number;
}

function toConnectOptions({ url, socketPath }: GatewayPath): NetConnectOpts {
  if (socketPath !== undefined) return { path: socketPath };
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

function ask(socket: Socket, way: GatewayPath): void {
  const { url, headers } = way;
  const { host, pathname } = new URL(url);
  const body = createStreamBody(way);
  const all = {
    host,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/** Reads one stream to its end, or disconnects after some frames. */
function readStream(way: GatewayPath, read: StreamsRead, abortAfter: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(toConnectOptions(way));
    let [frames, last] = [0, 0];
    let tail: Buffer = Buffer.alloc(0);
    const finish = () => {
      socket.destroy();
      resolve();
    };
    socket.once("connect", () => ask(socket, way));
    socket.once("error", reject);
    socket.once("close", finish);
    socket.on("data", (chunk) => {
      const now = performance.now();
      const bytes = Buffer.concat([tail, chunk]);
      let at = bytes.indexOf(FRAME);
      for (; at !== -1; at = bytes.indexOf(FRAME, at + FRAME.length)) {
        frames += 1;
        if (frames > FIRST_FRAMES) read.gaps.push(now - last);
        last = now;
      }
      tail = bytes.subarray(
        Math.max(bytes.lastIndexOf(FRAME) + FRAME.length, bytes.length - FRAME.length + 1),
      );
      read.frames += bytes.includes("[DONE]") ? frames : 0;
      if (bytes.includes("[DONE]")) read.ended += 1;
      if (bytes.includes("[DONE]") || frames >= abortAfter) finish();
    });
  });
}

/** Runs many concurrent streams, distributed over the paths. @throws Error if a connection fails. */
export async function readStreams(
  ways: readonly GatewayPath[],
  count: number,
  abortAfter = Number.POSITIVE_INFINITY,
): Promise<StreamsRead> {
  const read: StreamsRead = { gaps: [], frames: 0, ended: 0 };
  const streams: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    const way = ways[i % ways.length];
    if (way !== undefined)
      streams.push(delay((i * FRAME_MS) / count).then(() => readStream(way, read, abortAfter)));
  }
  await Promise.all(streams);
  return read;
}
