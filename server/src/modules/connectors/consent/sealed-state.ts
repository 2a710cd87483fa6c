import * as z from "zod";
import type { Vault } from "../../../platform/crypto/vault.ts";

/** Who started a consent, and the proof that the same user finishes it. */
const Begun = z.object({ user: z.string(), service: z.string(), verifier: z.string(), until: z.number() });
type Begun = z.infer<typeof Begun>;

/** Long enough to choose an account and to read the request. */
const GOOD_FOR_MS = 15 * 60_000;

const CONTEXT = { purpose: "connector_consent", row: "", owner: "" } as const;

/** The state of a consent, stored in the browser. Only the server can read or create one. */
export function sealState(vault: Vault, begun: Omit<Begun, "until">): string {
  const until = Date.now() + GOOD_FOR_MS;
  return vault.seal(JSON.stringify({ ...begun, until }), CONTEXT).toString("base64url");
}

/** Returns undefined if the state is not from this server or has expired. */
export function openState(vault: Vault, state: string): Begun | undefined {
  try {
    const begun = Begun.parse(JSON.parse(vault.open(Buffer.from(state, "base64url"), CONTEXT)));
    return begun.until >= Date.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}
