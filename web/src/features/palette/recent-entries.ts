import { listPages } from "./pages-and-actions.ts";
import { type AgentEntry, getEntryKey, type PageEntry, type PaletteEntry } from "./palette-entry.ts";

const KEY = "stoa.recent";
/** The number of stored entries: as many as the user sees at a glance. Older entries are found faster by typing. */
const KEPT = 5;

/** An entry that the palette has opened: an agent with the name that it had then, or a page by its URL. */
type RecentEntry = AgentEntry | PageEntry;

function readAgent(value: object): AgentEntry | undefined {
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, label, words] = [fields.get("id"), fields.get("label"), fields.get("words")];
  if (typeof id !== "number" || typeof label !== "string" || typeof words !== "string") return undefined;
  return { kind: "agent", id, label, words, framework: String(fields.get("framework")) };
}

function readEntry(value: unknown): RecentEntry | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  return listPages(true).find(({ id }) => id === value.id) ?? readAgent(value);
}

/** Returns what this user opened last, newest first. Another user of this browser does not see it. */
export function recallRecent(username: string): readonly RecentEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null || !("of" in stored) || stored.of !== username)
      return [];
    const entries: unknown = "entries" in stored ? stored.entries : null;
    if (!Array.isArray(entries)) return [];
    return entries
      .map(readEntry)
      .filter((entry) => entry !== undefined)
      .slice(0, KEPT);
  } catch {
    return [];
  }
}

/** Stores an agent or a page as the most recently opened entry. Does nothing for other entries. */
export function rememberRecent(username: string, entry: PaletteEntry): void {
  if (entry.kind !== "agent" && entry.kind !== "page") return;
  const others = recallRecent(username).filter((other) => getEntryKey(other) !== getEntryKey(entry));
  try {
    localStorage.setItem(KEY, JSON.stringify({ of: username, entries: [entry, ...others].slice(0, KEPT) }));
  } catch {
    // If storage is blocked or full, the entry is not stored, because recent entries only save some typing.
  }
}
