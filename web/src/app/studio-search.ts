import { LIMITS } from "@stoa/contract/limits";
import { AGENT_PARTS, SHOWN_AGENTS, SPANS } from "../features/studio/studio-names.ts";
import { oneOf, type RawSearch, textOf, wholeNumberOf } from "./search-params.ts";

/**
 * Reads the search parameters of the studio: the list's filters, the expanded agent and its section, the period of
 * the figures, and the open dialog.
 */
export function readStudioSearch(raw: RawSearch) {
  return {
    search: textOf(raw.search, LIMITS.searchMaxLength),
    show: oneOf(raw.show, SHOWN_AGENTS),
    agent: wholeNumberOf(raw.agent),
    part: oneOf(raw.part, AGENT_PARTS),
    days: oneOf(raw.days, SPANS),
    open: oneOf(raw.open, ["upload", "playground"]),
    play: wholeNumberOf(raw.play),
  };
}
