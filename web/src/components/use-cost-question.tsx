import type { RunRequest } from "@stoa/contract/runs";
import { useQueryClient } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { agreedCost, agreeToCost, type ExpensiveRun, expensiveRun } from "../lib/agreed-costs.ts";
import { askEstimate, estimateQuery } from "../queries/runs.ts";

const RunCostDialog = lazyRouteComponent(() => import("./run-cost-dialog.tsx"), "RunCostDialog");

/** The form's estimate is reused for this long, because the price and the limits seldom change. */
const FRESH_MS = 60_000;

interface Question {
  readonly runs: readonly ExpensiveRun[];
  readonly answer: (choice: "most" | "limit") => void;
}

/** A request with the reasons why it may be expensive; null if no confirmation is needed. */
interface Considered {
  readonly request: RunRequest;
  readonly expensive: ExpensiveRun | null;
}

function withAgreedCost({ request, expensive }: Considered): RunRequest {
  const maxCost = expensive === null ? undefined : agreedCost(expensive);
  return maxCost === undefined ? request : { ...request, max_cost: maxCost };
}

/**
 * Asks before runs that may cost more than the account's limit for a run, once for each agent. Returns `confirm`,
 * which calls `start` with the confirmed requests, and the dialog to render.
 */
export function useCostQuestion(): {
  confirm: (requests: readonly RunRequest[], start: (agreed: readonly RunRequest[]) => void) => Promise<void>;
  question: ReactNode;
} {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Question | null>(null);

  const consider = async (request: RunRequest): Promise<Considered> => {
    try {
      const known = client.getQueryState(estimateQuery(request).queryKey);
      const fresh = known && Date.now() - known.dataUpdatedAt < FRESH_MS ? known.data : undefined;
      // Offline, a query would wait for the network; the run should fail immediately instead.
      const estimate = fresh ?? (await askEstimate(request));
      return { request, expensive: expensiveRun(request, estimate) };
    } catch {
      // The run itself reports the error. If it starts after all, the server keeps it within the limit.
      return { request, expensive: null };
    }
  };

  const confirm = async (
    requests: readonly RunRequest[],
    start: (agreed: readonly RunRequest[]) => void,
  ): Promise<void> => {
    const considered = await Promise.all(requests.map(consider));
    const runs = considered.flatMap(({ expensive }) =>
      expensive !== null && agreedCost(expensive) === undefined ? [expensive] : [],
    );
    if (runs.length === 0) return start(considered.map(withAgreedCost));
    setAsked({
      runs,
      answer: (choice) => {
        setAsked(null);
        for (const run of runs) agreeToCost(run, run[choice]);
        start(considered.map(withAgreedCost));
      },
    });
  };

  const question = asked !== null && (
    <Suspense>
      <RunCostDialog runs={asked.runs} onChoose={asked.answer} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { confirm, question };
}
