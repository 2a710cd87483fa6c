import { RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface ErrorStateProps {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  readonly action?: ReactNode;
}

/** Says what failed, and offers a next step. */
export function ErrorState({ title, detail, onRetry, retryLabel = "Retry", action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-6 py-14 text-center">
      <TriangleAlert aria-hidden="true" size={22} className="mb-2 text-danger" />
      <p className="font-semibold text-18">{title}</p>
      {detail !== undefined && <p className="wrap-anywhere max-w-[52ch] text-14 text-ink-2">{detail}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {onRetry && (
          <Button variant="outline" icon={<RotateCw aria-hidden="true" size={16} />} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
