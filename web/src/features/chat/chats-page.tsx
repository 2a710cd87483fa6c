import { useCallback } from "react";
import { LoadMore } from "../../components/load-more.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Select } from "../../components/select.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useConversations } from "../../queries/conversations.ts";
import { useUsageStats } from "../../queries/usage.ts";
import { ChatResults } from "./chat-results.tsx";

export interface ChatsSearch {
  readonly search?: string | undefined;
  readonly agent?: number | undefined;
}

interface ChatsPageProps {
  readonly search: ChatsSearch;
  readonly onSearch: (search: ChatsSearch) => void;
}

interface AgentFilterProps {
  readonly value: number | undefined;
  readonly onChange: (agentId: number | undefined) => void;
}

/** Shows a select with the agents that the user has run. */
function AgentFilter({ value, onChange }: AgentFilterProps) {
  const agents = useUsageStats().data?.agents ?? [];
  const isListed = value === undefined || agents.some(({ id }) => id === value);
  const options = [
    { value: "", label: "All agents" },
    ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(isListed ? [] : [{ value: String(value), label: `Agent ${value}` }]),
  ];
  return (
    <Select
      aria-label="Agent"
      className="w-52 max-md:w-full md:[&>select]:h-10"
      value={value === undefined ? "" : String(value)}
      options={options}
      onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
    />
  );
}

/** Shows the user's chats with all agents, by search and agent, page by page. */
export function ChatsPage({ search: { search, agent }, onSearch }: ChatsPageProps) {
  useDocumentTitle("Chats");
  const list = useConversations({ search, agent_id: agent });
  const searchFor = useCallback(
    (text: string) => onSearch({ agent, search: text === "" ? undefined : text }),
    [agent, onSearch],
  );
  return (
    <div className="page pt-8">
      <PageHeading title="Chats" subtitle="Your conversations with agents" />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <SearchField
          label="Search chats"
          placeholder="Search chats"
          onSlash
          value={search ?? ""}
          onChange={searchFor}
        />
        <AgentFilter value={agent} onChange={(next) => onSearch({ search, agent: next })} />
      </div>
      <ChatResults
        list={list}
        isNarrowed={search !== undefined || agent !== undefined}
        onShowAll={() => onSearch({})}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => list.fetchNextPage()}
        label="Earlier chats"
      />
    </div>
  );
}
