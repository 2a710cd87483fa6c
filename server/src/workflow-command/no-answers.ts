import { setTimeout as after } from "node:timers/promises";
import type { RunRoute } from "@stoa/gateway";
import { WaitRequest } from "@stoa/workflow";
import type { WorkflowRun } from "../modules/workflows/index.ts";
import { defineRunRoute, type RunRouteDefinition } from "../platform/run-routes/define-run-route.ts";
import { RouteRefusal } from "../platform/run-routes/route-refusal.ts";

const NOBODY = new RouteRefusal(
  "A local run cannot wait for an answer because there is no server to receive it. Run the workflow as an agent, or set a wait limit on the node.",
  { status: 503, code: "no_answers" },
);
/** The resume URL that a local run gets. Names below the top-level domain `invalid` never resolve. */
const PLACEHOLDER = { address: "https://stoa.invalid/resume/local" };

const MAX_QUESTION_BYTES = 1024 * 1024;

type LocalRouteOptions = Pick<RunRouteDefinition<WorkflowRun>, "runs" | "memory" | "log">;

/**
 * Creates a route for Wait nodes of a local run. It returns a placeholder URL that nobody can call; a node with a time
 * limit continues after that time.
 */
export function createNoAnswersRoute(options: LocalRouteOptions): RunRoute {
  return defineRunRoute({
    ...options,
    path: "/answers",
    noRun: NOBODY,
    inTrial: NOBODY,
    maxBody: MAX_QUESTION_BYTES,
    async handle({ path, response, readBody }) {
      const reply = (body: object) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      };
      const body = await readBody();
      if (path === "/answers/addresses") return reply(PLACEHOLDER);
      const { isLimited, waitMs } = WaitRequest.parse(JSON.parse(body.toString()));
      if (!isLimited) throw NOBODY;
      await after(waitMs);
      if (!response.closed) reply({ runEnds: false });
    },
  });
}
