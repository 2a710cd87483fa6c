import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface FoldedProps {
  readonly title: string;
  /** The subject of the title, for screen readers. */
  readonly of?: string;
  readonly children: ReactNode;
}

/** Shows a collapsed section that most readers skip. */
export function Folded({ title, of, children }: FoldedProps) {
  return (
    <details className="group/folded mt-1">
      <summary className="inline-flex min-h-8 items-center gap-1 text-12 text-ink-2 hover:text-ink max-md:min-h-11">
        <ChevronRight
          aria-hidden="true"
          size={14}
          className="transition-transform duration-150 [[open]>summary>&]:rotate-90"
        />
        {title}
        {of && <span className="sr-only"> of {of}</span>}
      </summary>
      {children}
    </details>
  );
}
