import { LIMITS } from "../limits.ts";
import { versionRoutes } from "../versions.ts";
import { NOT_CHECKED_HERE, UPLOAD_CHECKS, UPLOAD_REFUSED } from "./catalog-words.ts";
import { describe } from "./operation-words.ts";

const NOT_YOURS = { not_found: "There is no such agent among yours, or no such version of it." };

export const versionWords = describe(versionRoutes, {
  upload: {
    description: `Uploads another file for an agent of yours. ${UPLOAD_CHECKS} When all pass it becomes the current version; active runs keep theirs. An agent has at most ${LIMITS.versionsMax} versions.`,
    errors: {
      400: UPLOAD_REFUSED,
      404: { not_found: "There is no such agent among yours." },
      409: { conflict: "The agent has as many versions as one may have." },
      503: NOT_CHECKED_HERE,
    },
  },
  list: {
    description:
      "The versions of an agent, the newest first. Its owner sees all of them with state and checks, others the listed ones.",
    errors: { 404: { not_found: "There is no such agent, or it is not open to you." } },
  },
  diff: {
    description:
      "What differs between a version and an earlier one: inputs, models, services, called agents, examples and whether the code changed. Its owner also has a unified diff of the source.",
    errors: { 404: { not_found: "There is no such agent or version, or it is not open to you." } },
  },
  workflow: {
    description:
      "A version of your agent that is an n8n workflow, as it is laid out in its file: nodes with type and place, and the arrows between them. Notes are left out. With the entries `node` of a run's trace it shows where the run went.",
    errors: { 404: { not_found: "There is no such version among yours, or it is not an n8n workflow." } },
  },
  activate: {
    description:
      "Makes a listed version the current one: a step back, or forward again. Runs that have begun keep theirs. `checks` warns where other packages are installed now than when it was checked.",
    errors: {
      400: {
        price_below_cost:
          "The models of that version cost more than the agent's price now, and its developer sponsors nothing. The current version stays.",
      },
      404: NOT_YOURS,
      409: { conflict: "The version is not listed." },
    },
  },
  withdraw: {
    description:
      "Takes a version back for ever: no run can name it any more. The current version cannot be withdrawn. Doing it twice changes nothing.",
    errors: {
      404: NOT_YOURS,
      409: { conflict: "It is the current version, or was never listed." },
    },
  },
});
