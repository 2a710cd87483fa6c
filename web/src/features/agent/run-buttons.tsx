import { ArrowDownToLine, Clock, Play, Square } from "lucide-react";
import { Button } from "../../components/button.tsx";

export interface RunButtonsProps {
  readonly running: boolean;
  readonly stopping: boolean;
  readonly ready: boolean;
  readonly starting: boolean;
  readonly onStop: () => void;
  /** Starts a run, or leaves the one that goes on, without waiting for its answer. */
  readonly onBackground: () => void;
  readonly onSchedule: () => void;
}

/** Run, with Stop in its place while it runs; and the ways to run without waiting. */
export function RunButtons(props: RunButtonsProps) {
  const { running, ready } = props;
  return (
    <div className="grid gap-2">
      {/* One button in two states: the focus stays where it was pressed. */}
      <Button
        type={running ? "button" : "submit"}
        variant={running ? "outline" : "signal"}
        size="lg"
        busy={props.stopping}
        disabled={!running && !ready}
        {...(running && { onClick: props.onStop })}
        icon={running ? <Square aria-hidden="true" size={14} /> : <Play aria-hidden="true" size={16} />}
      >
        {running ? "Stop" : "Run agent"}
        {!running && (
          <span aria-hidden="true" className="mono text-11 max-md:hidden">
            Ctrl ↵
          </span>
        )}
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Button
          size="sm"
          variant="ghost"
          className="border border-line px-2"
          busy={props.starting}
          disabled={!running && !ready}
          onClick={props.onBackground}
          icon={<ArrowDownToLine aria-hidden="true" size={14} />}
        >
          {running ? "Leave it running" : "In background"}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="border border-line px-2"
          disabled={!ready}
          onClick={props.onSchedule}
          icon={<Clock aria-hidden="true" size={14} />}
        >
          Schedule this run
        </Button>
      </div>
    </div>
  );
}
