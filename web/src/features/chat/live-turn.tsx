import type { InputData } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { Answer } from "../../components/answer.tsx";
import { RunArtifacts } from "../../components/artifacts/run-artifacts.tsx";
import { Button } from "../../components/button.tsx";
import { CostMeter, RunningDot } from "../../components/meter.tsx";
import { RunProblem } from "../../components/run-problem.tsx";
import { RunWaits } from "../../components/run-waits.tsx";
import { findFileIds } from "../../lib/file-input.ts";
import type { RunState } from "../../lib/run-state.ts";
import { MessageBubble } from "./message-bubble.tsx";
import { LiveSteps } from "./turn-steps.tsx";

interface LiveTurnProps {
  readonly message: string;
  readonly input: InputData | null;
  readonly agentName: string;
  readonly run: RunState;
  /** Reconnects to a run whose stream broke before the end. */
  readonly onFollow: (runId: string) => void;
  /** Sends a message again that the server has refused. */
  readonly onSendAgain: () => void;
}

function describeProgress({ lost, message }: RunState): string {
  if (lost) return "Connection lost. The run is still going. Reconnecting...";
  return message ?? TEXTS.run.executing;
}

/** Shows a message and its answer as it streams, with its steps and its running cost. */
export function LiveTurn({ message, input, agentName, run, onFollow, onSendAgain }: LiveTurnProps) {
  const running = run.phase === "executing";
  const isRefused = run.phase === "ended" && run.runId === null;
  return (
    <li className="grid grid-cols-1 gap-3 py-4">
      <MessageBubble author="You" message={message} fileIds={findFileIds(input)} />
      <div className="grid min-w-0 grid-cols-1 gap-2" aria-busy={running}>
        <p className="sr-only">{agentName}</p>
        <LiveSteps steps={run.steps} />
        {running && run.runId !== null && run.waiting.size > 0 && (
          <RunWaits runId={run.runId} waiting={run.waiting} />
        )}
        <Answer output={run.output} streaming={running} />
        {run.result !== null && run.result.artifacts.length > 0 && (
          <RunArtifacts
            runId={run.result.run_id}
            artifacts={run.result.artifacts}
            agent_output={run.result.agent_output}
          />
        )}
        <RunProblem state={run} onFollow={onFollow} />
        {isRefused && (
          <Button size="sm" variant="outline" className="w-fit" onClick={onSendAgain}>
            Send again
          </Button>
        )}
        {running && (
          <p className="flex min-w-0 items-center gap-2 text-14 text-ink-2">
            <RunningDot running={!run.lost} />
            <span className="min-w-0 flex-1 truncate">{describeProgress(run)}</span>
            <CostMeter usd={run.cost} running />
          </p>
        )}
      </div>
    </li>
  );
}
