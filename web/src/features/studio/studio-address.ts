import { createContext, useContext } from "react";
import type { AgentPart, AnalyticsPeriod, ShownAgents } from "./studio-names.ts";

/** The part of the studio's state that is in the address, so that going back and reloading lose nothing. */
export interface StudioSearch {
  readonly search?: string | undefined;
  readonly show?: ShownAgents | undefined;
  /** The unfolded agent, and which part of it. */
  readonly agent?: number | undefined;
  readonly part?: AgentPart | undefined;
  readonly days?: AnalyticsPeriod | undefined;
  /** The window that is open. */
  readonly open?: "upload" | "playground" | undefined;
  /** The agent of the playground. */
  readonly play?: number | undefined;
}

export interface StudioAddress {
  readonly search: StudioSearch;
  /** Changes the address in its place: a filter, a tab. */
  readonly change: (next: StudioSearch) => void;
  /** Goes on, so that Back closes what was opened. */
  readonly go: (next: StudioSearch) => void;
}

export const StudioAddressContext = createContext<StudioAddress | null>(null);

/** The address of the studio around this component. */
export function useStudioAddress(): StudioAddress {
  const address = useContext(StudioAddressContext);
  if (!address) throw new Error("the studio's parts stand inside StudioPage");
  return address;
}
