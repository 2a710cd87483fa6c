import type { InspectedArchive, Inspection, JobLimits } from "../../protocol/index.ts";
import { readAgentLine } from "./agent-line.ts";
import { createUnreadable, readInspection } from "./inspection-result.ts";
import type { SandboxLauncher } from "./launcher.ts";
import { toSandboxRequest } from "./sandbox-request.ts";
import { runInSandbox, type SandboxEnd } from "./sandbox-run.ts";

const MIB = 1 << 20;
/**
 * The maximum size of a source to inspect. Handwritten agents are far smaller, and the limit for uploads is lower.
 */
const LONGEST_SOURCE_BYTES = 2 * MIB;

/**
 * The limits of an inspection. A syntax tree takes about 100 times the size of its source, and parsing the largest
 * allowed source takes 2 s.
 */
const INSPECTION_LIMITS: JobLimits = {
  wallMs: 10_000,
  cpuSeconds: 8,
  memoryBytes: 512 * MIB,
  diskBytes: MIB,
  processes: 1,
  outputBytes: 4 * MIB,
};

const TOO_COMPLEX = "The file is too large or nested too deeply. Simplify it.";

/**
 * Returns the result of an inspection that gave no answer. If the sandbox had started, the file caused this.
 * @throws Error if no sandbox started or the inspection was canceled
 */
function explainMissingAnswer(end: SandboxEnd, started: boolean, complaint: string): Inspection {
  if (started && end.kind !== "cancelled") return createUnreadable({ message: TOO_COMPLEX });
  throw new Error(complaint || (end.kind === "lost" ? end.detail : `the inspection ended: ${end.kind}`));
}

/** Inspects a Python file's syntax tree in its own sandbox. Rejects if no sandbox starts or the run is canceled. */
export async function inspectInSandbox(
  launcher: SandboxLauncher,
  source: string,
  archive?: InspectedArchive,
): Promise<Inspection> {
  if (Buffer.byteLength(source) > LONGEST_SOURCE_BYTES) return createUnreadable({ message: TOO_COMPLEX });
  const settings = { ...INSPECTION_LIMITS, gateway: null };
  const request = toSandboxRequest(settings, { kind: "inspect", source, archive });
  let started = false;
  let complaint = "";
  let answer: Inspection | undefined;
  const run = runInSandbox(await launcher.launch(undefined), request, {
    onStarted() {
      started = true;
    },
    onEventLine(line) {
      const read = readAgentLine(line);
      if ("verdict" in read && read.verdict.type === "result") answer = readInspection(read.verdict.value);
    },
    onRawLine(_stream, line) {
      complaint += `${line}\n`;
    },
    onUndeclaredHost() {},
  });
  const end = await run.end;
  return end.kind === "exit" && end.code === 0 && answer
    ? answer
    : explainMissingAnswer(end, started, complaint);
}
