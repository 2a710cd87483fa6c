import { LIMITS } from "../limits.ts";
import { runWaitRoutes } from "../run-waits.ts";
import { describe, type FailureWords } from "./operation-words.ts";
import { NO_RUN } from "./run-words.ts";

const FAILURES: Readonly<Record<number, FailureWords>> = {
  404: { not_found: "Nothing is waited for at this address: it is wrong, or the run has ended." },
  409: {
    conflict:
      "The run has not come to its wait yet, it was answered already, it waits for the other method, or the request was a browser's look ahead.",
  },
};

export const runWaitWords = describe(runWaitRoutes, {
  list: {
    description: `What a workflow waits for while it runs: each with the address at which it is answered once. Anyone who knows the address can answer, without an account. A run goes on as soon as it has its answer, and ends with its time limit at the latest, ${LIMITS.runTimeoutMaxSeconds} seconds at most; waiting itself costs nothing.`,
    errors: { 404: NO_RUN },
  },
  open: {
    description:
      "Where a run asks a person: the page, which answers nothing before its button is pressed. Where it waits for a call by GET: the answer, with the query as its content. HEAD and a browser's look ahead answer nothing.",
    errors: FAILURES,
  },
  answer: {
    description: `The answer that a run waits for: JSON, a form with or without files, or text, ${LIMITS.inputMaxBytes / 1024} KiB at most. The first one counts. A workflow that answers its callers at its end keeps the call open until then.`,
    errors: {
      ...FAILURES,
      400: {
        invalid_request: "The body is not what its content type says, or a field of the page is missing.",
      },
      415: { unsupported_media_type: "The body is compressed." },
    },
  },
});
