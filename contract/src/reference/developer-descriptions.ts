import { developerRoutes } from "../developers.ts";
import { describe } from "./operation-descriptions.ts";

export const developerDescriptions = describe(developerRoutes, {
  get: {
    description:
      "Returns a developer and the combined statistics of their listed agents. `GET /agents?developer=` with the username lists the agents themselves.",
    errors: { 404: { not_found: "No developer with this name has a listed agent." } },
  },
});
