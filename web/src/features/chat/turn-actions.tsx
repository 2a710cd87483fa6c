import type { Turn } from "@stoa/contract/conversations";
import { TEXTS } from "@stoa/contract/texts";
import { Copy, GitBranch, Pencil, RotateCw } from "lucide-react";
import { IconButton } from "../../components/icon-button.tsx";
import { formatUsdExact } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { getAnswerText } from "../../lib/run-file.ts";
import { VersionSwitch } from "./version-switch.tsx";

/** What the user can do with a stored turn. */
export interface TurnHandlers {
  readonly onEdit: (turn: Turn) => void;
  readonly onRetry: (turn: Turn) => void;
  readonly onBranch: (turn: number) => void;
  readonly onShowVersion: (turn: number) => void;
}

interface TurnActionsProps {
  readonly turn: Turn;
  readonly versions: readonly number[];
  readonly disabled: boolean;
  readonly handlers: TurnHandlers;
}

async function copyAnswer(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    void notify.success(TEXTS.copy.done("Answer"));
  } catch {
    void notify.error(TEXTS.copy.failed);
  }
}

/** Shows the cost of a turn and its actions. */
export function TurnActions({ turn, versions, disabled, handlers }: TurnActionsProps) {
  const answer = getAnswerText(turn);
  const isDeleted = turn.input_data === null;
  return (
    <div className="-ml-2 flex flex-wrap items-center">
      {answer !== "" && (
        <IconButton label="Copy the answer" framed={false} onClick={() => void copyAnswer(answer)}>
          <Copy aria-hidden="true" size={16} />
        </IconButton>
      )}
      {!isDeleted && (
        <>
          <IconButton label="Retry" framed={false} disabled={disabled} onClick={() => handlers.onRetry(turn)}>
            <RotateCw aria-hidden="true" size={16} />
          </IconButton>
          <IconButton
            label="Edit your message"
            framed={false}
            disabled={disabled}
            onClick={() => handlers.onEdit(turn)}
          >
            <Pencil aria-hidden="true" size={16} />
          </IconButton>
        </>
      )}
      <IconButton
        label="Continue in a new chat"
        framed={false}
        disabled={disabled}
        onClick={() => handlers.onBranch(turn.turn)}
      >
        <GitBranch aria-hidden="true" size={16} />
      </IconButton>
      <VersionSwitch
        turn={turn.turn}
        versions={versions}
        disabled={disabled}
        onShow={handlers.onShowVersion}
      />
      <span className="mono ml-auto pl-2 text-12 text-ink-2">
        <span className="sr-only">Cost of this answer: </span>
        {formatUsdExact(turn.cost)}
      </span>
    </div>
  );
}
