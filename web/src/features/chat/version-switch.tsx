import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../../components/icon-button.tsx";

interface VersionSwitchProps {
  readonly turn: number;
  /** The numbers of all versions of this turn, oldest first. */
  readonly versions: readonly number[];
  readonly disabled: boolean;
  readonly onShow: (turn: number) => void;
}

/** Switches between the versions of an edited or retried message; nothing if there is only one. */
export function VersionSwitch({ turn, versions, disabled, onShow }: VersionSwitchProps) {
  const index = versions.indexOf(turn);
  if (versions.length < 2 || index === -1) return null;
  const before = versions[index - 1];
  const after = versions[index + 1];
  return (
    <span className="inline-flex items-center">
      <IconButton
        label="Previous version"
        framed={false}
        disabled={disabled || before === undefined}
        onClick={() => before !== undefined && onShow(before)}
      >
        <ChevronLeft aria-hidden="true" size={16} />
      </IconButton>
      <span className="mono text-12 text-ink-2">
        {index + 1} of {versions.length}
      </span>
      <IconButton
        label="Next version"
        framed={false}
        disabled={disabled || after === undefined}
        onClick={() => after !== undefined && onShow(after)}
      >
        <ChevronRight aria-hidden="true" size={16} />
      </IconButton>
    </span>
  );
}
