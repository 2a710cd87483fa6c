import { hash, verify } from "@node-rs/argon2";

/**
 * argon2id with the parameters that OWASP recommends first for servers: 19 MiB, two passes, one lane. A hash takes
 * about 20 ms on our hardware.
 */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash to verify if the account does not exist, so that both replies take the same time. */
const NOBODY = hash("no account has this password", ARGON2ID);

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/** Returns whether the password matches the hash. Takes the same time if there is no hash to compare with. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password);
  return typeof stored === "string" && matches;
}
