import { LIMITS } from "../limits.ts";
import { runWaitRoutes } from "../run-waits.ts";
import { describe, type FailureDescriptions } from "./operation-descriptions.ts";
import { NO_RUN } from "./run-descriptions.ts";

const FAILURES: Readonly<Record<number, FailureDescriptions>> = {
  404: { not_found: "No run waits at this URL: the URL is wrong, or the run has ended." },
  409: {
    conflict:
      "The run has not reached its wait yet, was already answered, or waits for the other method; or the request was a browser's prefetch.",
  },
};

export const runWaitDescriptions = describe(runWaitRoutes, {
  list: {
    description: `Lists what a workflow waits for while it runs, each with a URL that accepts one answer. Anyone who knows the URL can answer, without an account. The run continues when it has its answer. Without an answer, the run ends at its time limit, which is at most ${LIMITS.runTimeoutMaxSeconds} seconds. Waiting is free.`,
    errors: { 404: NO_RUN },
  },
  open: {
    description:
      "If the run asks a person, returns the page with the question; opening the page does not answer it. If the run waits for a GET request, this request is the answer, and its query is the content. HEAD requests and browser prefetches are not answers.",
    errors: FAILURES,
  },
  answer: {
    description: `Sends the answer that a run waits for: JSON, a form with or without files, or text, at most ${LIMITS.inputMaxBytes / 1024} KiB. Only the first answer counts. A workflow that responds at its end keeps the request open until then.`,
    errors: {
      ...FAILURES,
      400: {
        invalid_request: "The body does not match its content type, or a field of the page is missing.",
      },
      415: { unsupported_media_type: "The body is compressed." },
    },
  },
});
