import { developerRoutes } from "../developers.ts";
import { describe } from "./operation-words.ts";

export const developerWords = describe(developerRoutes, {
  get: {
    description:
      "A developer and what their listed agents did together. The agents themselves are listed by `GET /agents?developer=` with the user name.",
    errors: { 404: { not_found: "There is nobody of this name with an agent that is listed." } },
  },
});
