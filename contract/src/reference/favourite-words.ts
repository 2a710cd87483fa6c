import { favouriteRoutes } from "../favourites.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-words.ts";

const NO_AGENT = { not_found: "There is no such agent, or it is not open to you." };

export const favouriteWords = describe(favouriteRoutes, {
  list: {
    description:
      "The agents that one has marked, by their numbers. `GET /agents?favourites=true` lists the agents themselves. A mark stays while its agent is not listed.",
  },
  add: {
    description: `Marks an agent to find it again. Doing it twice changes nothing. At most ${LIMITS.favouritesMax} agents a person.`,
    errors: { 404: NO_AGENT, 409: { conflict: "You have marked as many agents as you may." } },
  },
  remove: {
    description: "Takes the mark from an agent. Doing it twice changes nothing.",
    errors: { 404: { not_found: "This can be no agent's number." } },
  },
});
