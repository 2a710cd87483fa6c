import type { RunRequest } from "@stoa/contract/runs";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDebounced } from "../../lib/use-debounced.ts";
import { agentQuery } from "../../queries/agents.ts";
import { useRun } from "../../queries/live-run.ts";
import { useEstimate } from "../../queries/runs.ts";
import { messageInput, takesMessage } from "./message-input.ts";

/** Estimates wait until typing pauses, because each one reads the balance on the server. */
const ESTIMATE_REST_MS = 300;

/** Returns the agent of one side; nothing is fetched until one is chosen. */
export function useChosenAgent(id: number | undefined) {
  const query = agentQuery(id ?? 0);
  return useQuery({ ...query, ...(id === undefined && { queryFn: skipToken }) });
}

/** Manages one side: its agent, the input, the estimate, and the run. */
export function useSide(agent: ReturnType<typeof useChosenAgent>, message: string) {
  const run = useRun();
  const request = useMemo<RunRequest | null>(() => {
    const input = agent.data ? messageInput(agent.data, message) : null;
    return agent.data === undefined || input === null ? null : { agent_id: agent.data.id, input_data: input };
  }, [agent.data, message]);
  const estimate = useEstimate(useDebounced(request, ESTIMATE_REST_MS));
  return {
    ...run,
    agent,
    request,
    estimate: request === null ? undefined : estimate.data,
    running: run.state.phase === "executing",
    /** The agent needs more than a message. */
    isUnfit: agent.data !== undefined && !takesMessage(agent.data),
  };
}

export type Side = ReturnType<typeof useSide>;
