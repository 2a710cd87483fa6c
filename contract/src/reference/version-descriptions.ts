import { LIMITS } from "../limits.ts";
import { versionRoutes } from "../versions.ts";
import { NOT_CHECKED_HERE, UPLOAD_CHECKS, UPLOAD_REFUSED } from "./catalog-descriptions.ts";
import { describe } from "./operation-descriptions.ts";

const NOT_YOURS = { not_found: "You have no such agent, or it has no such version." };

export const versionDescriptions = describe(versionRoutes, {
  upload: {
    description: `Uploads a new file for one of your agents. ${UPLOAD_CHECKS} If the file passes all checks, it becomes the current version; active runs continue with the version that they started with. An agent can have ${LIMITS.versionsMax} versions.`,
    errors: {
      400: UPLOAD_REFUSED,
      404: { not_found: "You have no such agent." },
      409: { conflict: "The agent has the maximum number of versions." },
      503: NOT_CHECKED_HERE,
    },
  },
  list: {
    description:
      "Lists the versions of an agent, newest first. Its owner sees all versions with status and checks, and other people see only the listed versions.",
    errors: { 404: { not_found: "The agent does not exist, or you have no access to it." } },
  },
  diff: {
    description:
      "Compares a version with an earlier version: inputs, models, services, called agents, examples and whether the code changed. Its owner also gets a unified diff of the source, and of each text file of an archive.",
    errors: { 404: { not_found: "The agent or version does not exist, or you have no access to it." } },
  },
  archive: {
    description:
      "Downloads the files of a version of your agent as a .zip archive, as they were uploaded. Files that the upload left out, such as `.env`, are not in it. For a version of one file, the archive contains that file.",
    errors: { 404: NOT_YOURS },
  },
  workflow: {
    description:
      "Returns the layout of a version of your agent that is an n8n workflow: nodes with type and position, and the connections between them. Sticky notes are left out. Together with the `node` entries of a run's trace, it shows the path of the run.",
    errors: { 404: { not_found: "You have no such version, or it is not an n8n workflow." } },
  },
  compare: {
    description:
      "Runs a version of your agent that is an n8n workflow as a test, and returns the output of each node beside the data that was pinned in n8n, with the differences. The workflow starts with the pinned data of its trigger. Each later node runs on its real input, and the nodes after it get its pinned data, so that one difference does not cause others. No service, model or server is called, and nothing is stored: a node that would call one is not executed, and its pinned data is used. The comparison is free and counts as a checked file. It has the limits of a trial run, and an account has one at a time.",
    errors: {
      404: NOT_YOURS,
      409: {
        conflict:
          "The version is not an n8n workflow, has no pinned data after its trigger, runs on your own n8n server, or cannot be run.",
      },
      503: { at_capacity: "The server is busy. Try again in a moment." },
    },
  },
  packages: {
    description:
      "Lists a version's own packages, with exact versions, sizes and the days on which they were published. Everyone who can view the version sees them; its owner also sees the build log.",
    errors: { 404: { not_found: "The agent or version does not exist, or you have no access to it." } },
  },
  activate: {
    description:
      "Makes a listed version, older or newer, the agent's current version. Active runs continue with the version that they started with. `checks` warns if the installed packages have changed since the version was checked.",
    errors: {
      400: {
        price_below_cost:
          "The models of that version cost more than the agent's current price, and its developer does not sponsor the difference. The current version stays.",
      },
      404: NOT_YOURS,
      409: { conflict: "The version is not listed." },
    },
  },
  withdraw: {
    description:
      "Withdraws a version permanently: no run can use it. The current version cannot be withdrawn. A second request changes nothing.",
    errors: {
      404: NOT_YOURS,
      409: { conflict: "The version is the current version, or it was never listed." },
    },
  },
});
