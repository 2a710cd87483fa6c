import type { RunEvent, RunReceipt } from "@stoa/runtime/protocol";
import type { LiveRun } from "./live-run.ts";
import { SecretMask } from "./secret-mask.ts";

/** A sandbox's events and receipt without the developer's secrets. */
export interface MaskedRun {
  onEvent(event: RunEvent): void;
  /** Sends the rest of the streamed text, and returns the masked receipt. */
  end(receipt: RunReceipt): RunReceipt;
}

/**
 * Masks an agent's secrets in everything that its run writes, and in log entries that other code writes about the run.
 */
export function maskRun(
  run: LiveRun,
  secrets: Readonly<Record<string, string>>,
  onEvent: (event: RunEvent) => void,
): MaskedRun {
  const mask = SecretMask.create(Object.values(secrets));
  if (!mask) return { onEvent, end: (receipt) => receipt };
  run.mask = mask;
  run.feed.mask = mask;
  const output = mask.openPieces();
  const send = (text: string) => {
    if (text !== "") onEvent({ type: "output", text });
  };
  return {
    onEvent: (event) =>
      event.type === "output" ? send(output.push(event.text)) : onEvent(mask.maskJson(event)),
    end(receipt) {
      send(output.end());
      return {
        ...receipt,
        output: mask.maskJson(receipt.output),
        ...(receipt.error && { error: mask.maskJson(receipt.error) }),
      };
    },
  };
}
