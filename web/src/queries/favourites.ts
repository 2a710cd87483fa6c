import type { FavouriteList } from "@stoa/contract/favourites";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";
import { AGENT_LISTS } from "./agents.ts";

const KEY = ["favourites"] as const;

/** Returns the ids of the user's favourite agents; none while signed out. */
export function useFavourites() {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: KEY,
    enabled: signedIn,
    queryFn: ({ signal }) => call("favourites.list", { signal }),
    select: idsOf,
  });
}

function idsOf(list: FavouriteList): ReadonlySet<number> {
  return new Set(list.favourites.map((favourite) => favourite.agent_id));
}

interface Mark {
  readonly agentId: number;
  readonly marked: boolean;
}

/** Adds or removes a favorite. The change shows immediately and is undone if the server refuses it. */
export function useMarkFavourite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ agentId, marked }: Mark) =>
      call(marked ? "favourites.add" : "favourites.remove", { params: { id: agentId } }),
    onMutate: async (mark) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<FavouriteList>(KEY);
      client.setQueryData<FavouriteList>(KEY, (list) => list && withMark(list, mark));
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

function withMark({ favourites }: FavouriteList, { agentId, marked }: Mark): FavouriteList {
  const others = favourites.filter((favourite) => favourite.agent_id !== agentId);
  const all = marked ? [{ agent_id: agentId, added_at: new Date().toISOString() }, ...others] : others;
  return { favourites: all, total: all.length };
}
