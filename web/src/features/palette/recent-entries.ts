import { pagesFor } from "./pages-and-actions.ts";
import { type AgentEntry, entryKey, type PageEntry, type PaletteEntry } from "./palette-entry.ts";

const KEY = "stoa.recent";
/** As many as the user sees at a glance; older entries are found faster by typing. */
const KEPT = 5;

/** An entry that the palette has opened: an agent by the name it had then, or a page by its URL. */
type RecentEntry = AgentEntry | PageEntry;

function readAgent(value: object): AgentEntry | undefined {
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, label, words] = [fields.get("id"), fields.get("label"), fields.get("words")];
  if (typeof id !== "number" || typeof label !== "string" || typeof words !== "string") return undefined;
  return { kind: "agent", id, label, words, framework: String(fields.get("framework")) };
}

function readEntry(value: unknown): RecentEntry | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  return pagesFor(true).find(({ id }) => id === value.id) ?? readAgent(value);
}

/** Returns what this user opened last, newest first. Another user of this browser does not see it. */
export function recallRecent(username: string): readonly RecentEntry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null || !("of" in kept) || kept.of !== username) return [];
    const entries: unknown = "entries" in kept ? kept.entries : null;
    if (!Array.isArray(entries)) return [];
    return entries
      .map(readEntry)
      .filter((entry) => entry !== undefined)
      .slice(0, KEPT);
  } catch {
    return [];
  }
}

/** Stores an entry as the first of the last opened ones. */
export function rememberRecent(username: string, entry: PaletteEntry): void {
  if (entry.kind !== "agent" && entry.kind !== "page") return;
  const others = recallRecent(username).filter((other) => entryKey(other) !== entryKey(entry));
  try {
    localStorage.setItem(KEY, JSON.stringify({ of: username, entries: [entry, ...others].slice(0, KEPT) }));
  } catch {
    // If storage is blocked or full, nothing is kept: recent entries only save some typing.
  }
}
