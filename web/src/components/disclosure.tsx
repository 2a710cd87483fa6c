import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "../lib/class-names.ts";

interface DisclosureProps {
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Shows a heading that expands the content below it. Collapsed content is not rendered, so that its data is not
 * fetched.
 */
export function Disclosure({ title, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="min-w-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex h-11 w-full items-center gap-2 text-left font-semibold text-16 hover:text-ink-2"
        >
          <ChevronDown
            aria-hidden="true"
            size={16}
            className={cx("shrink-0 transition-transform duration-150", !open && "-rotate-90")}
          />
          {title}
        </button>
      </h3>
      {open && (
        <div id={id} className="animate-appear pt-2">
          {children}
        </div>
      )}
    </section>
  );
}
