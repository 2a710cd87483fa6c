import type { Job, RunEvent, RunReceipt } from "../../protocol/index.ts";
import {
  createCancelledEnding,
  createFailedEnding,
  createLostEnding,
  createOutputLimitEnding,
  createTimeoutEnding,
  type Ending,
} from "../endings.ts";
import { isMissingAnswer } from "../missing-answer.ts";
import { addUndeclaredHosts } from "../undeclared-hosts.ts";
import { type AgentVerdict, readAgentLine } from "./agent-line.ts";
import { toStorableText } from "./json-bounds.ts";
import type { SandboxEnd } from "./sandbox-run.ts";

/**
 * The message while a run waits for its parent to start, which takes 0.2 to 6 s. Later runs start in milliseconds.
 */
const LOADING_TEXT = "Loading the agent's packages";
/** The maximum number of hosts that a monitor may report. */
const MOST_UNDECLARED_HOSTS = 32;
/**
 * The maximum length of a host name (RFC 1035). A package in a parent may make its monitors report longer names.
 */
const LONGEST_HOST = 253;

/** Collects the output of a run and turns it into the receipt once the monitor has reported the end. */
export class Transcript {
  readonly #job: Job;
  readonly #onEvent: (event: RunEvent) => void;
  readonly #acceptedAt = performance.now();
  readonly #streamed: string[] = [];
  #verdict: AgentVerdict | undefined;
  #state: string | undefined;
  #startMs: number | undefined;
  #setupComplaint = "";
  #hasSpoken = false;
  readonly #undeclaredHosts: string[] = [];

  constructor(job: Job, onEvent: (event: RunEvent) => void) {
    this.#job = job;
    this.#onEvent = onEvent;
  }

  /** Whether the agent has produced any output yet. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** Tells the caller of a parent's first run what the run is waiting for. */
  onWaiting(): void {
    this.#onEvent({ type: "progress", message: LOADING_TEXT });
  }

  onStarted(): void {
    this.#startMs = performance.now() - this.#acceptedAt;
  }

  onEventLine(line: string): void {
    this.#hasSpoken = true;
    const read = readAgentLine(line);
    if ("verdict" in read) {
      this.#verdict = read.verdict;
      return;
    }
    if ("state" in read) {
      this.#state = read.state;
      return;
    }
    if (read.event.type === "output") this.#streamed.push(read.event.text);
    this.#onEvent(read.event);
  }

  onRawLine(stream: "stdout" | "stderr", line: string): void {
    // No agent code has run before the start, so the message is from our own code.
    if (this.#startMs === undefined) this.#setupComplaint += `${line}\n`;
    else {
      this.#hasSpoken = true;
      const level = stream === "stdout" ? "info" : "error";
      this.#onEvent({ type: "log", level, message: toStorableText(line) });
    }
  }

  onUndeclaredHost(host: string): void {
    if (this.#undeclaredHosts.length >= MOST_UNDECLARED_HOSTS) return;
    // A name can contain any character, including line breaks, but people read it within a sentence.
    const name = toStorableText(host.slice(0, LONGEST_HOST)).replace(/[^\x21-\x7e]/g, "\uFFFD");
    this.#undeclaredHosts.push(name);
    this.#onEvent({ type: "undeclared_host", host: name });
  }

  buildReceipt(end: SandboxEnd): RunReceipt {
    const ending = addUndeclaredHosts(this.#ending(end), this.#undeclaredHosts);
    const streamed = this.#streamed.join("");
    const returned =
      ending.outcome === "completed" && this.#verdict?.type === "result" ? this.#verdict.value : undefined;
    return {
      runId: this.#job.runId,
      ...ending,
      // If an entry point streams its answer and returns an empty string, the streamed text is the answer.
      output: returned === undefined || isMissingAnswer(returned) ? streamed || (returned ?? null) : returned,
      ...(ending.outcome === "completed" && this.#state !== undefined && { state: this.#state }),
      durationMs: performance.now() - this.#acceptedAt,
      ...(this.#startMs === undefined ? {} : { startMs: this.#startMs }),
    };
  }

  #ending(end: SandboxEnd): Ending {
    const { limits } = this.#job;
    switch (end.kind) {
      case "cancelled":
        return createCancelledEnding();
      case "overdue":
        return createTimeoutEnding(limits);
      case "lost":
        return this.#lost(end.detail);
      case "exit":
        if (end.reason === "wall") return createTimeoutEnding(limits);
        if (end.reason === "cpu") {
          return createFailedEnding(
            "timeout",
            `The agent exceeded its limit of ${limits.cpuSeconds} s of CPU time.`,
          );
        }
        if (end.reason === "output") return createOutputLimitEnding(limits);
        if (end.reason === "memory") {
          const all = `Its processes together exceeded the limit of ${limits.memoryBytes >> 20} MiB.`;
          return createFailedEnding("failed", "The agent ran out of memory.", all);
        }
        if (end.reason === "files") {
          return createFailedEnding(
            "failed",
            "The agent's processes opened too many files and connections. Close unneeded files and connections.",
          );
        }
        return this.#exited(end.code);
    }
  }

  #lost(detail: string): Ending {
    const message =
      this.#startMs === undefined
        ? "Failed to start the sandbox. Try again."
        : "The agent's sandbox stopped unexpectedly. Try again.";
    return createLostEnding(message, [this.#setupComplaint, detail].join("").trim() || message);
  }

  #exited(code: number): Ending {
    if (this.#startMs === undefined) return this.#lost("");
    const verdict = this.#verdict;
    if (verdict?.type === "failure") return createFailedEnding("failed", verdict.message, verdict.detail);
    if (code < 0)
      return createFailedEnding(
        "crashed",
        "The agent's process crashed.",
        `It was killed by signal ${-code}.`,
      );
    if (code > 0) return createFailedEnding("failed", `The agent exited with code ${code}.`);
    if (verdict === undefined) return createFailedEnding("failed", "The agent exited without output.");
    return { outcome: "completed" };
  }
}
