import { setTimeout as after } from "node:timers/promises";
import type { Door } from "@stoa/gateway";
import { WaitRequest } from "@stoa/workflow";
import { answerDoorRefusal, DoorRefusal, requestBody } from "../modules/workflows/index.ts";

const NOBODY = new DoorRefusal(
  "A run on this machine is answered by nobody: there is no server at whose address it could be. Run it as an agent, or let its node go on after a time.",
  { status: 503, code: "no_answers" },
);
/** Leads nowhere, and says so by its name. */
const PLACEHOLDER = { address: "https://stoa.invalid/resume/local" };

const MAX_QUESTION_BYTES = 1024 * 1024;

/** Gives out addresses at which nobody answers: a node that may continue does so after its time. */
export const noAnswersDoor: Door = async (_session, request, response) => {
  const reply = (body: object) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  const body = await requestBody(request, MAX_QUESTION_BYTES);
  if (request.url === "/answers/addresses") return reply(PLACEHOLDER);
  const { isLimited, waitMs } = WaitRequest.parse(JSON.parse(body.toString()));
  if (!isLimited) return answerDoorRefusal(request, response, NOBODY);
  await after(waitMs);
  if (!response.closed) reply({ runEnds: false });
};
