import { FILE_LIMITS } from "../files.ts";
import { sharedRunRoutes } from "../shared-runs.ts";
import { describe } from "./operation-descriptions.ts";

const NO_RUN = { not_found: "You have no such run." };

export const sharedRunDescriptions = describe(sharedRunRoutes, {
  link: {
    description:
      "Returns when a run was shared by link. The link itself is returned only when it is created, because the server keeps only a hash of it.",
    errors: { 404: NO_RUN },
  },
  share: {
    description: `Returns a link with which anyone can read the run: the agent, the input, the output, the files that the agent returned, and when it ran. The names of files in the input are shown, but not their contents. The link says neither who ran the agent nor what it cost, and names the agent only while it is public. A second call returns a new link and revokes the earlier one. The link works until you revoke it with \`DELETE\`, or until the content of the run is deleted. Files that a reader has opened stay readable for up to ${FILE_LIMITS.linkMinutes + 5} minutes afterwards. Sharing is free.`,
    errors: {
      404: NO_RUN,
      409: {
        conflict:
          "The run has not ended, has no output, was started by another agent, or its content was deleted.",
      },
    },
  },
  unshare: {
    description: "Revokes the link to a run. If there is none, nothing changes.",
    errors: { 404: NO_RUN },
  },
  shared: {
    description:
      "Returns a shared run. The response asks search engines not to index it (`X-Robots-Tag: noindex`).",
    errors: {
      404: {
        not_found:
          "The link does not exist or was revoked, the content of the run was deleted, or the agent is suspended.",
      },
    },
  },
});
