import { templateRoutes } from "../templates.ts";
import { describe } from "./operation-descriptions.ts";

export const templateDescriptions = describe(templateRoutes, {
  catalog: {
    description:
      "Lists starter files for agents, the easiest of each kind first. Each one can be uploaded and run unchanged.",
  },
  download: {
    description: "Downloads the file of a template.",
    answers: ["Content-Disposition"],
    errors: { 404: { not_found: "The template does not exist." } },
  },
});
