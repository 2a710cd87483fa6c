import type { RunRequest } from "@stoa/contract/runs";
import { useQueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { agreeToCost, type ExpensiveRun, findExpensiveRun, getAgreedCost } from "../lib/agreed-costs.ts";
import { createEstimateQuery, fetchEstimate } from "../queries/runs.ts";

const RunCostDialog = lazyRouteComponent(() => import("./run-cost-dialog.tsx"), "RunCostDialog");

/** How long the form's estimate is reused, because the price and the limits seldom change. */
const FRESH_MS = 60_000;

interface Question {
  readonly runs: readonly ExpensiveRun[];
  readonly answer: (choice: "most" | "limit") => void;
}

/** A request and the confirmation that it needs; `expensive` is null if it needs none. */
interface ConsideredRequest {
  readonly request: RunRequest;
  readonly expensive: ExpensiveRun | null;
}

function withAgreedCost({ request, expensive }: ConsideredRequest): RunRequest {
  const maxCost = expensive === null ? undefined : getAgreedCost(expensive);
  return maxCost === undefined ? request : { ...request, max_cost: maxCost };
}

/**
 * Asks for confirmation before runs that may cost more than the account's limit per run. The answer is kept for each
 * agent until its limits change. Returns `confirm`, which calls `start` with the confirmed requests, and the dialog to
 * render.
 */
export function useCostQuestion(): {
  confirm: (requests: readonly RunRequest[], start: (agreed: readonly RunRequest[]) => void) => Promise<void>;
  question: ReactNode;
} {
  const client = useQueryClient();
  const [openQuestion, setOpenQuestion] = useState<Question | null>(null);

  const consider = async (request: RunRequest): Promise<ConsideredRequest> => {
    try {
      const known = client.getQueryState(createEstimateQuery(request).queryKey);
      const fresh = known && Date.now() - known.dataUpdatedAt < FRESH_MS ? known.data : undefined;
      // Offline, a query would wait for the network; the run should fail immediately instead.
      const estimate = fresh ?? (await fetchEstimate(request));
      return { request, expensive: findExpensiveRun(request, estimate) };
    } catch {
      // Without an estimate, the run starts without a question: the run reports the error itself, and the server
      // enforces the account's limit.
      return { request, expensive: null };
    }
  };

  const confirm = async (
    requests: readonly RunRequest[],
    start: (agreed: readonly RunRequest[]) => void,
  ): Promise<void> => {
    const considered = await Promise.all(requests.map(consider));
    const runs = considered.flatMap(({ expensive }) =>
      expensive !== null && getAgreedCost(expensive) === undefined ? [expensive] : [],
    );
    if (runs.length === 0) return start(considered.map(withAgreedCost));
    setOpenQuestion({
      runs,
      answer: (choice) => {
        setOpenQuestion(null);
        for (const run of runs) agreeToCost(run, run[choice]);
        start(considered.map(withAgreedCost));
      },
    });
  };

  const question = openQuestion !== null && (
    <Suspense>
      <RunCostDialog
        runs={openQuestion.runs}
        onChoose={openQuestion.answer}
        onClose={() => setOpenQuestion(null)}
      />
    </Suspense>
  );
  return { confirm, question };
}
