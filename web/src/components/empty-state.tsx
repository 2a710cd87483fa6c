import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

/** Says that there is nothing yet, and offers the next step. */
export function EmptyState({ title, hint, icon, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-6 py-14 text-center">
      {icon !== undefined && <span className="mb-2 text-ink-3">{icon}</span>}
      <p className="font-semibold text-18">{title}</p>
      {hint !== undefined && <p className="max-w-[46ch] text-14 text-ink-2">{hint}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
