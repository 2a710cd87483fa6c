import { createHash, randomBytes } from "node:crypto";
import type { Vault } from "../../../platform/crypto/vault.ts";

const TOKEN_BYTES = 24;

/** Creates the secrets of resume URLs. Each is stored as a hash, and encrypted for the caller of its run. */
export class ResumeTokens {
  readonly #vault: Pick<Vault, "seal" | "open">;
  readonly #publicUrl: string;

  constructor(vault: Pick<Vault, "seal" | "open">, publicUrl: string) {
    this.#vault = vault;
    this.#publicUrl = publicUrl;
  }

  make(runId: string, accountId: string) {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const hash = hashToken(token);
    const sealed = this.#vault.seal(token, createContext(runId, accountId));
    return { hash, sealed, address: this.#address(runId, token) };
  }

  /** Returns the resume URL of an encrypted token. */
  createUrl(sealed: Buffer, runId: string, accountId: string): string {
    return this.#address(runId, this.#vault.open(sealed, createContext(runId, accountId)));
  }

  #address(runId: string, token: string): string {
    return `${this.#publicUrl}/api/v1/runs/${runId}/resume/${token}`;
  }
}

const createContext = (row: string, owner: string) => ({ purpose: "run_wait" as const, row, owner });

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
