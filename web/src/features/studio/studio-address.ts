import { createContext, useContext } from "react";
import type { AgentPart, AnalyticsPeriod, ShownAgents } from "./studio-names.ts";

/** The part of the studio's state that is in the URL, so that going back and reloading lose nothing. */
export interface StudioSearch {
  readonly search?: string | undefined;
  readonly show?: ShownAgents | undefined;
  /** The expanded agent, and its open section. */
  readonly agent?: number | undefined;
  readonly part?: AgentPart | undefined;
  readonly days?: AnalyticsPeriod | undefined;
  /** The open dialog. */
  readonly open?: "upload" | "playground" | undefined;
  /** The agent of the playground. */
  readonly play?: number | undefined;
}

export interface StudioAddress {
  readonly search: StudioSearch;
  /** Replaces the current history entry. Use it for a filter or a tab. */
  readonly change: (next: StudioSearch) => void;
  /** Adds a history entry, so that Back closes what the user opened. */
  readonly go: (next: StudioSearch) => void;
}

export const StudioAddressContext = createContext<StudioAddress | null>(null);

/** Returns the URL state of the studio around this component. */
export function useStudioAddress(): StudioAddress {
  const address = useContext(StudioAddressContext);
  if (!address) throw new Error("the studio's parts must be rendered inside StudioPage");
  return address;
}
