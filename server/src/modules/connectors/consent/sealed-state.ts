import * as z from "zod";
import type { Vault } from "../../../platform/crypto/vault.ts";

/** Who began a consent, and what proves that it is the same who ends it. */
const Begun = z.object({ user: z.string(), service: z.string(), verifier: z.string(), until: z.number() });
type Begun = z.infer<typeof Begun>;

/** As long as a person takes to choose an account and to read what is asked. */
const GOOD_FOR_MS = 15 * 60_000;

const CONTEXT = { purpose: "connector_consent", row: "", owner: "" } as const;

/** The state of a consent, which the browser carries: nobody but us can read or make one. */
export function sealState(vault: Vault, begun: Omit<Begun, "until">): string {
  const until = Date.now() + GOOD_FOR_MS;
  return vault.seal(JSON.stringify({ ...begun, until }), CONTEXT).toString("base64url");
}

/** Undefined where it is none of ours, or its time is over. */
export function openState(vault: Vault, state: string): Begun | undefined {
  try {
    const begun = Begun.parse(JSON.parse(vault.open(Buffer.from(state, "base64url"), CONTEXT)));
    return begun.until >= Date.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}
