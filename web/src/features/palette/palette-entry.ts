/** A screen that the palette can open. */
export interface PageEntry {
  readonly kind: "page";
  readonly id: string;
  readonly label: string;
  /** Additional search keywords. */
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

/** An action that the palette can run. */
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
  /** The developer's name. */
  readonly words: string;
  readonly framework: string;
}

/** A search of the marketplace for the typed text. */
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

/** Returns an entry's unique key. */
export function getEntryKey(entry: PaletteEntry): string {
  return entry.kind === "search" ? "search" : `${entry.kind}:${entry.id}`;
}
