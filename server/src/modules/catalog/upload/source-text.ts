import { LIMITS } from "@stoa/contract";
import type { Finding } from "./check-report.ts";

/** 12,300 -> "12.0 KiB". */
function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}

/** A file past the limit never gets here (413); an empty one does. */
export function checkSize(bytes: Uint8Array): Finding {
  if (bytes.length === 0) return { ok: false, detail: "The file is empty" };
  return { ok: true, detail: `${sizeText(bytes.length)} of at most ${sizeText(LIMITS.uploadMaxBytes)}` };
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** Reads source as UTF-8. PostgreSQL and Python both refuse a NUL character, so it is refused here by its line. */
export function readSource(bytes: Uint8Array): { text: string } | { problem: Finding } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const readable = new TextDecoder("utf-8").decode(bytes);
    const line = lineOf(readable, readable.indexOf("\uFFFD"));
    return { problem: { ok: false, detail: `Line ${line}: the file is not UTF-8 text`, line } };
  }
  const nul = text.indexOf("\0");
  if (nul < 0) return { text };
  const line = lineOf(text, nul);
  return { problem: { ok: false, detail: `Line ${line} holds a NUL character`, line } };
}
