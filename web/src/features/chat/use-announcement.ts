import { useEffect, useState } from "react";
import type { RunState } from "../../lib/run-state.ts";

/** The number of characters of an answer that are announced. The rest is read in the log. */
const ANNOUNCED_LENGTH = 400;

/** Returns what a screen reader announces for an ended run; an empty string while it is active. */
export function describeEnd({ phase, error, output, result }: RunState, agentName: string): string {
  if (phase !== "ended") return "";
  if (error !== null) return "";
  if (result?.status === "cancelled") return "Stopped.";
  if (output === "") return `${agentName} answered.`;
  const isLong = output.length > ANNOUNCED_LENGTH;
  return `${agentName} answered: ${output.slice(0, ANNOUNCED_LENGTH)}${isLong ? "..." : ""}`;
}

/** Returns the announcement of each new answer, which changes once per run: when the answer is complete. */
export function useAnnouncement(run: RunState, agentName: string): string {
  const [announcement, setAnnouncement] = useState("");
  const text = describeEnd(run, agentName);
  useEffect(() => setAnnouncement(text), [text]);
  return announcement;
}
