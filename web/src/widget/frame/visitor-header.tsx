import { ChevronDown, SquarePen } from "lucide-react";
import { IconButton } from "../../components/icon-button.tsx";

interface VisitorHeaderProps {
  readonly agentName: string;
  readonly canStartNew: boolean;
  readonly onStartNew: () => void;
  /** Closes the chat; undefined if it is a part of the page. */
  readonly onClose: (() => void) | undefined;
}

/** Shows the name of the agent, and the actions of the whole chat. */
export function VisitorHeader({ agentName, canStartNew, onStartNew, onClose }: VisitorHeaderProps) {
  return (
    <header className="flex items-center gap-2 border-line border-b py-2 pr-2 pl-4">
      <h1 className="min-w-0 flex-1 truncate text-16">{agentName}</h1>
      <IconButton label="New conversation" framed={false} disabled={!canStartNew} onClick={onStartNew}>
        <SquarePen aria-hidden="true" size={18} />
      </IconButton>
      {onClose !== undefined && (
        <IconButton label="Close chat" framed={false} onClick={onClose}>
          <ChevronDown aria-hidden="true" size={20} />
        </IconButton>
      )}
    </header>
  );
}
