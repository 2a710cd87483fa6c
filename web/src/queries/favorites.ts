import type { FavoriteList } from "@stoa/contract/favorites";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";
import { AGENT_LISTS } from "./agents.ts";

const KEY = ["favourites"] as const;

/** Returns the ids of the user's favorite agents; none while no user is signed in. */
export function useFavorites() {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: KEY,
    enabled: signedIn,
    queryFn: ({ signal }) => call("favourites.list", { signal }),
    select: getIds,
  });
}

function getIds(list: FavoriteList): ReadonlySet<number> {
  return new Set(list.favourites.map((favorite) => favorite.agent_id));
}

interface Mark {
  readonly agentId: number;
  readonly marked: boolean;
}

/** Adds or removes a favorite. The change shows immediately and is undone if the server refuses it. */
export function useMarkFavorite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agentId, marked }: Mark) =>
      call(marked ? "favourites.add" : "favourites.remove", { params: { id: agentId } }),
    onMutate: async (mark) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<FavoriteList>(KEY);
      client.setQueryData<FavoriteList>(KEY, (list) => list && withMark(list, mark));
      return before;
    },
    onError: (_error, _mark, before) => client.setQueryData(KEY, before),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: [...AGENT_LISTS, { favourites: "true" }] }),
      ]),
  });
}

function withMark({ favourites }: FavoriteList, { agentId, marked }: Mark): FavoriteList {
  const others = favourites.filter((favorite) => favorite.agent_id !== agentId);
  const all = marked ? [{ agent_id: agentId, added_at: new Date().toISOString() }, ...others] : others;
  return { favourites: all, total: all.length };
}
