import { favoriteRoutes } from "../favorites.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-descriptions.ts";

const NO_AGENT = { not_found: "The agent does not exist, or you have no access to it." };

export const favoriteDescriptions = describe(favoriteRoutes, {
  list: {
    description:
      "Lists the IDs of your favorite agents. `GET /agents?favourites=true` lists the agents themselves. An agent stays a favorite even if it is no longer listed.",
  },
  add: {
    description: `Adds an agent to your favorites. A second request changes nothing. You can have at most ${LIMITS.favoritesMax} favorites.`,
    errors: { 404: NO_AGENT, 409: { conflict: "You have the maximum number of favorites." } },
  },
  remove: {
    description: "Removes an agent from your favorites. A second request changes nothing.",
    errors: { 404: { not_found: "This is not a valid agent ID." } },
  },
});
