import type { AgentSummary } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { useMemo } from "react";
import { useTheme } from "../../lib/theme.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { useAgents } from "../../queries/agents.ts";
import type { CurrentUser } from "../../queries/current-user.ts";
import { matchEntries } from "./match-entries.ts";
import { listActions, listPages } from "./pages-and-actions.ts";
import type { AgentEntry, PaletteGroup } from "./palette-entry.ts";
import { recallRecent } from "./recent-entries.ts";

/**
 * The number of listed agents: as many as fit a phone above its keyboard together with the first pages. The marketplace
 * shows the rest.
 */
const AGENTS_SHOWN = 6;
/** A shorter pause would search for half-typed words. */
const REST_MS = 150;

function toAgentEntry(agent: AgentSummary): AgentEntry {
  const { id, name: label, developer, framework } = agent;
  return { kind: "agent", id, label, words: developer, framework };
}

/** Returns the palette's entries for the typed text, and whether agents are still loading. */
export function usePaletteGroups(typed: string, user: CurrentUser | undefined) {
  const query = typed.trim().slice(0, LIMITS.searchMaxLength);
  const rested = useDebounced(query, REST_MS);
  const theme = useTheme();
  const hasQuery = query !== "";
  const found = useAgents({ search: rested, limit: AGENTS_SHOWN }, { enabled: hasQuery && rested !== "" });
  const isBehind = rested !== query || found.isPlaceholderData;
  const agents = useMemo(() => {
    const entries = (found.data?.pages[0]?.agents ?? []).map(toAgentEntry);
    // Results of the previous search stay only if they also match the new text.
    return isBehind ? matchEntries(entries, query) : entries;
  }, [found.data, isBehind, query]);
  const signedIn = user !== undefined;
  const hasApiKey = user?.api_key !== undefined;
  const username = user?.username ?? "";
  const groups = useMemo(() => {
    const pages = matchEntries(listPages(signedIn), query);
    const actions = matchEntries(listActions({ signedIn, theme, hasApiKey }), query);
    const search = { kind: "search", label: `Search the marketplace for “${query}”`, query } as const;
    const agentGroup: PaletteGroup = { name: "Agents", items: agents };
    const known: PaletteGroup[] = [
      { name: "Pages", items: pages },
      { name: "Actions", items: actions },
    ];
    // Agents whose names match come first; others matched by their descriptions and come last.
    const isNamed = matchEntries(agents, query).length > 0;
    const all: PaletteGroup[] = hasQuery
      ? [...(isNamed ? [agentGroup, ...known] : [...known, agentGroup]), { name: "Search", items: [search] }]
      : [{ name: "Recent", items: recallRecent(username) }, ...known];
    return all.filter(({ items }) => items.length > 0);
  }, [agents, hasApiKey, hasQuery, query, signedIn, theme, username]);
  return { groups, isSearching: hasQuery && (isBehind || found.isFetching) };
}
