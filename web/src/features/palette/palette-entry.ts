/** A screen that the palette leads to. */
export interface PageEntry {
  readonly kind: "page";
  readonly id: string;
  readonly label: string;
  /** Further words that people look for it by. */
  readonly words: string;
  readonly href: string;
}

export type ActionName =
  | "theme"
  | "upload"
  | "copy-key"
  | "mark-all-read"
  | "sign-in"
  | "register"
  | "sign-out";

/** Something that the palette does. */
export interface ActionEntry {
  readonly kind: "action";
  readonly id: ActionName;
  readonly label: string;
  readonly words: string;
}

export interface AgentEntry {
  readonly kind: "agent";
  readonly id: number;
  readonly label: string;
  /** Who made it. */
  readonly words: string;
  readonly framework: string;
}

/** All agents that the marketplace finds by what was typed. */
interface SearchEntry {
  readonly kind: "search";
  readonly label: string;
  readonly query: string;
}

export type PaletteEntry = PageEntry | ActionEntry | AgentEntry | SearchEntry;

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteEntry[];
}

/** Identifies an entry. */
export function entryKey(entry: PaletteEntry): string {
  return entry.kind === "search" ? "search" : `${entry.kind}:${entry.id}`;
}
