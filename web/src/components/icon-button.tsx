import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../lib/class-names.ts";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The button's action, for screen readers and as a tooltip. */
  readonly label: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly framed?: boolean;
}

/** Shows a square button with an icon: 36 px, 44 px on phones. */
export function IconButton({ label, children, framed = true, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-4 text-ink transition-colors duration-100 max-md:size-11",
        "hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-50",
        framed && "border border-control",
        className,
      )}
    >
      {children}
    </button>
  );
}
