import { wordsOf } from "../listing/search-text.ts";

/** "Café Bot 2" -> "cafe-bot-2": how addresses and filters name an agent. Never empty. */
export function slugOf(name: string): string {
  const words = wordsOf(name.normalize("NFKD").replace(/\p{M}/gu, ""));
  return words.join("-") || "agent";
}
