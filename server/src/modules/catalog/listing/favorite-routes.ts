import { favoriteRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { Favorites } from "./favorites.ts";

const OK = { success: true } as const;

export function mountFavoriteRoutes(mount: Mount, favorites: Favorites): void {
  mount.signedIn(favoriteRoutes.list, ({ caller }) => favorites.list(caller));

  mount.signedIn(favoriteRoutes.add, async ({ params, caller }) => {
    await favorites.add(caller, params.id);
    return OK;
  });

  mount.signedIn(favoriteRoutes.remove, async ({ params, caller }) => {
    await favorites.remove(caller.userId, params.id);
    return OK;
  });
}
