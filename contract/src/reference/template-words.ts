import { templateRoutes } from "../templates.ts";
import { describe } from "./operation-words.ts";

export const templateWords = describe(templateRoutes, {
  catalog: {
    description:
      "Files to start an agent from, the easiest of each kind first. Each uploads and runs as it is.",
  },
  download: {
    description: "The file of a template, as an attachment under its own name.",
    answers: ["Content-Disposition"],
    errors: { 404: { not_found: "There is no such template." } },
  },
});
