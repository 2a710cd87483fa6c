import { favouriteRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { Favourites } from "./favourites.ts";

const OK = { success: true } as const;

export function mountFavouriteRoutes(mount: Mount, favourites: Favourites): void {
  mount.signedIn(favouriteRoutes.list, ({ caller }) => favourites.list(caller));

  mount.signedIn(favouriteRoutes.add, async ({ params, caller }) => {
    await favourites.add(caller, params.id);
    return OK;
  });

  mount.signedIn(favouriteRoutes.remove, async ({ params, caller }) => {
    await favourites.remove(caller.userId, params.id);
    return OK;
  });
}
