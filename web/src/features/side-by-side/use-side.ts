import type { RunRequest } from "@stoa/contract/runs";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { acceptsMessage, toMessageInput } from "../../lib/message-input.ts";
import { createAgentQuery } from "../../queries/agents.ts";
import { useRun } from "../../queries/live-run.ts";
import { useEstimate } from "../../queries/runs.ts";

/** Returns the agent of one side. Fetches nothing until an agent is chosen. */
export function useChosenAgent(id: number | undefined) {
  const query = createAgentQuery(id ?? 0);
  return useQuery({ ...query, ...(id === undefined && { queryFn: skipToken }) });
}

/** Manages one side: its agent, the input, the estimate, and the run. */
export function useSide(agent: ReturnType<typeof useChosenAgent>, message: string) {
  const run = useRun();
  const request = useMemo<RunRequest | null>(() => {
    const input = agent.data ? toMessageInput(agent.data, message) : null;
    return agent.data === undefined || input === null ? null : { agent_id: agent.data.id, input_data: input };
  }, [agent.data, message]);
  const estimate = useEstimate(request);
  return {
    ...run,
    agent,
    request,
    estimate: request === null ? undefined : estimate.data,
    running: run.state.phase === "executing",
    /** Whether the agent needs more than a message. */
    isUnfit: agent.data !== undefined && !acceptsMessage(agent.data),
  };
}

export type Side = ReturnType<typeof useSide>;
