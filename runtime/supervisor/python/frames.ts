/**
 * The size of a frame's header. A frame on a sandbox's control socket consists of a type byte, the payload's length as
 * 4 bytes (big endian), and the payload. `runtime/python/stoa_sandbox/frames.py` is the other side.
 */
const HEADER_BYTES = 5;

/** The frames that the host sends: settings, job, and the files of an archive if there are any. */
export type RequestKind = "L" | "J" | "A";
/** The frames that the monitor sends: started, event line, stdout line, stderr line, refused host name, exit. */
export type FrameKind = "S" | "E" | "O" | "X" | "N" | "Z";

export interface SandboxFrame {
  kind: FrameKind;
  payload: Buffer;
}

const FRAME_KINDS = new Map<number, FrameKind>(
  (["S", "E", "O", "X", "N", "Z"] satisfies FrameKind[]).map((kind) => [kind.charCodeAt(0), kind]),
);

/** Returns a request frame with `value` as JSON. */
export function encodeRequest(kind: RequestKind, value: unknown): Buffer {
  return encodeBytes(kind, Buffer.from(JSON.stringify(value)));
}

/** Returns a request frame with these bytes. */
export function encodeBytes(kind: RequestKind, payload: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(kind, "latin1");
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload]);
}

/** Splits a byte stream into frames. Joins chunks only once a frame is complete. */
export class FrameReader {
  readonly #longestPayload: number;
  #chunks: Buffer[] = [];
  #held = 0;

  /** @param longestPayload the largest payload that a frame may announce, in bytes */
  constructor(longestPayload: number) {
    this.#longestPayload = longestPayload;
  }

  /** Returns the frames that `chunk` completes. @throws RangeError for a frame that no monitor writes */
  push(chunk: Buffer): SandboxFrame[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    const frames: SandboxFrame[] = [];
    for (let frame = this.#next(); frame !== undefined; frame = this.#next()) frames.push(frame);
    return frames;
  }

  #next(): SandboxFrame | undefined {
    if (this.#held < HEADER_BYTES) return undefined;
    const header = this.#peekHeader();
    const kind = FRAME_KINDS.get(header.readUInt8(0));
    const size = header.readUInt32BE(1);
    if (kind === undefined || size > this.#longestPayload) {
      throw new RangeError(`unexpected frame ${header.readUInt8(0)} of ${size} bytes`);
    }
    if (this.#held < HEADER_BYTES + size) return undefined;
    const all = this.#joinChunks();
    const payload = all.subarray(HEADER_BYTES, HEADER_BYTES + size);
    const rest = all.subarray(HEADER_BYTES + size);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#held = rest.length;
    return { kind, payload };
  }

  #peekHeader(): Buffer {
    const [first] = this.#chunks;
    return first !== undefined && first.length >= HEADER_BYTES ? first : this.#joinChunks();
  }

  #joinChunks(): Buffer {
    const [first, ...others] = this.#chunks;
    if (first !== undefined && others.length === 0) return first;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}
