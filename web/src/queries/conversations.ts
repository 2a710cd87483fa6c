import type {
  CreateConversationRequest,
  TurnList,
  UpdateConversationRequest,
} from "@stoa/contract/conversations";
import {
  type InfiniteData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";
import { reloadQueries } from "./reload-queries.ts";

const KEY = ["conversations"] as const;
const LISTS = [...KEY, "list"] as const;
const getOneKey = (id: string) => [...KEY, "one", id] as const;
const getTurnsKey = (id: string) => [...KEY, "turns", id] as const;

interface ConversationFilters {
  readonly search?: string | undefined;
  readonly agent_id?: number | undefined;
}

/** Returns the user's conversations, newest first, page by page. The previous list stays while another loads. */
export function useConversations(filters: ConversationFilters) {
  return useInfiniteQuery({
    queryKey: [...LISTS, filters],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("conversations.list", {
        query: { ...filters, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** Returns a conversation. Fetches nothing while there is no ID. */
export function useConversation(id: string | undefined) {
  return useQuery({
    queryKey: getOneKey(id ?? ""),
    enabled: id !== undefined,
    queryFn: ({ signal }) => call("conversations.get", { params: { id: id ?? "" }, signal }),
  });
}

/** The number of turns per request: more than a screen shows, and few enough to render without a pause. */
const TURNS_PER_PAGE = 50;

/** The turns of a new conversation. */
const NO_TURNS: InfiniteData<TurnList> = { pages: [{ turns: [], next_cursor: null }], pageParams: [""] };

/** Returns the turns of a conversation, newest first, page by page. Fetches nothing while there is no ID. */
export function useTurns(id: string | undefined) {
  return useInfiniteQuery({
    queryKey: getTurnsKey(id ?? ""),
    enabled: id !== undefined,
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("conversations.turns", {
        params: { id: id ?? "" },
        query: { limit: TURNS_PER_PAGE, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** Returns a function that reloads a conversation, its turns and the lists after one of its runs has ended. */
export function useReloadConversation() {
  const client = useQueryClient();
  return (id: string) =>
    Promise.all([getOneKey(id), getTurnsKey(id), LISTS].map((queryKey) => reloadQueries(client, queryKey)));
}

/** Starts a conversation with an agent. It is known to have no turns, so its first message is shown without waiting for them. */
export function useCreateConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateConversationRequest) => call("conversations.create", { body }),
    onSuccess: (conversation) => {
      client.setQueryData(getOneKey(conversation.id), conversation);
      client.setQueryData(getTurnsKey(conversation.id), NO_TURNS);
    },
  });
}

/** Changes the title, the cap or the current turn of a conversation. */
export function useUpdateConversation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateConversationRequest) => call("conversations.update", { params: { id }, body }),
    onSuccess: (conversation) => {
      client.setQueryData(getOneKey(id), conversation);
      return client.invalidateQueries({ queryKey: LISTS });
    },
  });
}

/** Deletes a conversation with its turns. */
export function useRemoveConversation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("conversations.remove", { params: { id } }),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: getOneKey(id) });
      client.removeQueries({ queryKey: getTurnsKey(id) });
      return client.invalidateQueries({ queryKey: LISTS });
    },
  });
}

/** Copies a conversation up to a turn into a new one. */
export function useBranchConversation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (turn: number) => call("conversations.branch", { params: { id }, body: { turn } }),
    onSuccess: (conversation) => {
      client.setQueryData(getOneKey(conversation.id), conversation);
      return client.invalidateQueries({ queryKey: LISTS });
    },
  });
}

function useSharingChange<Reply>(id: string, change: () => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: getOneKey(id) }),
        client.invalidateQueries({ queryKey: LISTS }),
      ]),
  });
}

/** Creates a link with which anyone can read the conversation. */
export function useShareConversation(id: string) {
  return useSharingChange(id, () => call("conversations.share", { params: { id } }));
}

/** Revokes the link to the conversation. */
export function useUnshareConversation(id: string) {
  return useSharingChange(id, () => call("conversations.unshare", { params: { id } }));
}

/** Returns the API path of the conversation as a file. */
export function getExportPath(id: string, format: "json" | "markdown"): Promise<string> {
  return getPath("conversations.export", { params: { id }, query: { format } });
}

const createSharedQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared-conversation", token],
    retry: false,
    queryFn: ({ signal }) => call("conversations.shared", { params: { token }, signal }),
  });

/** Returns a conversation that somebody shared by link. */
export function useSharedConversation(token: string) {
  return useQuery(createSharedQuery(token));
}

/** Returns a function that loads the artifacts of a shared conversation again, with new links. */
export function useReloadSharedArtifacts(token: string) {
  const client = useQueryClient();
  return async () => {
    const { turns } = await client.query({ ...createSharedQuery(token), staleTime: 0 });
    return turns.flatMap(({ artifacts }) => artifacts);
  };
}
