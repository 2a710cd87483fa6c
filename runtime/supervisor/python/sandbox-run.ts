import { z } from "zod";
import type { SandboxFrame } from "./frames.ts";
import { FrameReader } from "./frames.ts";
import type { Sandbox } from "./launcher.ts";
import type { SandboxRequest } from "./sandbox-request.ts";

/** The limit at which the monitor ended a run, or null if the run ended by itself. */
const exitReasonSchema = z.enum(["wall", "cpu", "memory", "files", "output"]).nullable();

/** The end of a sandbox. The monitor reports `exit`; the host observed the others. */
export type SandboxEnd =
  | { kind: "exit"; code: number; reason: z.infer<typeof exitReasonSchema> }
  | { kind: "cancelled" }
  | { kind: "overdue" }
  | { kind: "lost"; detail: string };

/** Receives the events of a sandbox. The functions are called in order, and never after the end. */
export interface SandboxListener {
  onStarted(): void;
  onEventLine(line: string): void;
  onRawLine(stream: "stdout" | "stderr", line: string): void;
  /** Called once for each host that the agent wanted to reach although its version does not declare it. */
  onUndeclaredHost(host: string): void;
}

export interface SandboxRun {
  end: Promise<SandboxEnd>;
  cancel(): void;
}

const exitSchema = z.object({
  code: z.number().int(),
  reason: exitReasonSchema,
});

/** The time that a sandbox may take to start: 30 ms in most cases, or seconds on a machine that is swapping. */
const START_GRACE_MS = 15_000;
/** The time that a monitor may take to end a run at its time limit. After that, the host ends the sandbox. */
const OVERDUE_GRACE_MS = 3_000;
/**
 * How long the host waits after the stop command before it kills the sandbox. Most sandboxes end within a few
 * milliseconds.
 */
const STOP_GRACE_MS = 250;
/**
 * How far a single line may exceed the budget, because the monitor reads blocks of 64 KiB and JSON adds escapes.
 */
const FRAME_SLACK_BYTES = 1 << 20;

/** A line of one byte becomes a frame of six bytes, five of which are the header. */
const FRAME_BYTES_PER_BYTE = 6;

/** Sends a sandbox its job and follows the run until it ends. `end` never rejects. */
export function runInSandbox(
  sandbox: Sandbox,
  request: SandboxRequest,
  listener: SandboxListener,
): SandboxRun {
  const { control } = sandbox;
  const reader = new FrameReader(request.outputBytes + FRAME_SLACK_BYTES);
  let settle: (end: SandboxEnd) => void = () => {};
  let ended = false;
  let complaint = "";
  const end = new Promise<SandboxEnd>((resolve) => {
    settle = resolve;
  });

  function finish(result: SandboxEnd): void {
    if (ended) return;
    ended = true;
    clearTimeout(deadline);
    control.destroy();
    const killer = setTimeout(() => sandbox.kill(), STOP_GRACE_MS);
    void sandbox.gone.then(() => clearTimeout(killer));
    settle(result);
  }

  const deadline = setTimeout(
    () => finish({ kind: "overdue" }),
    START_GRACE_MS + request.wallMs + OVERDUE_GRACE_MS,
  );

  function take(frame: SandboxFrame): void {
    if (ended) return;
    const text = frame.payload.toString();
    if (frame.kind === "S") listener.onStarted();
    else if (frame.kind === "E") listener.onEventLine(text);
    else if (frame.kind === "O") listener.onRawLine("stdout", text);
    else if (frame.kind === "X") listener.onRawLine("stderr", text);
    else if (frame.kind === "N") listener.onUndeclaredHost(text);
    else finish({ kind: "exit", ...exitSchema.parse(JSON.parse(text)) });
  }

  let receivedBytes = 0;
  const mostBytes = request.outputBytes * FRAME_BYTES_PER_BYTE + FRAME_SLACK_BYTES;
  control.on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
    // The monitor ends a run at its output limit. Below a parent with a developer's packages, the monitor may be
    // manipulated, so the host also checks the limit.
    if (receivedBytes > mostBytes) return finish({ kind: "exit", code: -9, reason: "output" });
    try {
      for (const frame of reader.push(chunk)) take(frame);
    } catch (error) {
      complaint = String(error);
      finish({ kind: "lost", detail: complaint });
    }
  });
  control.on("error", (error) => {
    complaint ||= error.message;
  });
  control.on("close", () => {
    void sandbox.gone.then(({ stderr }) => finish({ kind: "lost", detail: stderr || complaint }));
  });
  control.write(request.bytes);
  return { end, cancel: () => finish({ kind: "cancelled" }) };
}
