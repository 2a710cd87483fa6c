import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "../lib/class-names.ts";

interface DisclosureProps {
  readonly title: string;
  /** Whether the title is a quiet line within a text instead of a heading. */
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

/**
 * Shows a title that expands the content below it. Collapsed content is not rendered, so that its data is not fetched.
 */
export function Disclosure({ title, isQuiet = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => setOpen(!open)}
      className={
        isQuiet
          ? "-ml-1 inline-flex h-9 items-center gap-1.5 rounded-4 px-1 text-14 text-ink-2 hover:text-ink max-md:h-11"
          : "flex h-11 w-full items-center gap-2 text-left font-semibold text-16 hover:text-ink-2"
      }
    >
      <ChevronDown
        aria-hidden="true"
        size={isQuiet ? 14 : 16}
        className={cx("shrink-0 transition-transform duration-150", !open && "-rotate-90")}
      />
      {title}
    </button>
  );
  return (
    <section className="min-w-0">
      {isQuiet ? button : <h3>{button}</h3>}
      {open && (
        <div id={id} className={cx("animate-appear", isQuiet ? "pt-1 pb-2" : "pt-2")}>
          {children}
        </div>
      )}
    </section>
  );
}
