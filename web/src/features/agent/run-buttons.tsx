import { ArrowDownToLine, Clock, Play, Square } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Spinner } from "../../components/spinner.tsx";

interface RunButtonProps {
  readonly running: boolean;
  readonly stopping: boolean;
  readonly ready: boolean;
  readonly onStop: () => void;
}

/** Shows Run, which becomes Stop while running. It is one button with two states, so that it keeps the focus. */
export function RunButton({ running, stopping, ready, onStop }: RunButtonProps) {
  return (
    <Button
      type={running ? "button" : "submit"}
      variant={running ? "outline" : "signal"}
      size="lg"
      disabled={!running && !ready}
      aria-busy={(running && stopping) || undefined}
      {...(running && { onClick: onStop })}
      icon={<RunIcon running={running} stopping={stopping} />}
    >
      {running ? "Stop" : "Run agent"}
      {!running && (
        <span aria-hidden="true" className="mono text-11 max-md:hidden">
          Ctrl ↵
        </span>
      )}
    </Button>
  );
}

function RunIcon({ running, stopping }: Pick<RunButtonProps, "running" | "stopping">) {
  if (!running) return <Play aria-hidden="true" size={16} />;
  // The button stays enabled, because a disabled one would lose the focus.
  return stopping ? <Spinner /> : <Square aria-hidden="true" size={14} />;
}

interface WithoutWaitingProps {
  readonly running: boolean;
  readonly ready: boolean;
  readonly starting: boolean;
  /** Starts a background run, or continues the active one in the background. */
  readonly onBackground: () => void;
  readonly onSchedule: () => void;
}

/** Shows the ways to run without waiting for the answer. */
export function WithoutWaiting({ running, ready, starting, onBackground, onSchedule }: WithoutWaitingProps) {
  return (
    <div className="flex flex-wrap gap-2 [&>*]:flex-1">
      <Button
        size="sm"
        variant="outline"
        busy={starting}
        disabled={!running && !ready}
        onClick={onBackground}
        icon={<ArrowDownToLine aria-hidden="true" size={14} />}
      >
        {running ? "Continue in background" : "Run in background"}
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-haspopup="dialog"
        disabled={!ready}
        onClick={onSchedule}
        icon={<Clock aria-hidden="true" size={14} />}
      >
        Schedule this run
      </Button>
    </div>
  );
}
