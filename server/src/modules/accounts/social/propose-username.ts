import { randomInt } from "node:crypto";
import { LIMITS, Username } from "@stoa/contract";

/** The maximum length of the base, which leaves room for `-` and four digits. */
const BASE_MAX_LENGTH = LIMITS.usernameMaxLength - 5;

/** Returns a valid username that resembles a person's name at another service, or "user" if that is not possible. */
export function toUsernameBase(name: string): string {
  const letters = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, BASE_MAX_LENGTH)
    .replace(/-+$/, "");
  return Username.safeParse(letters).success ? letters : "user";
}

/** Returns the base itself for the first attempt, and the base with four random digits for later attempts. */
export function proposeUsername(base: string, attempt: number): string {
  return attempt === 0 ? base : `${base}-${String(randomInt(10_000)).padStart(4, "0")}`;
}
