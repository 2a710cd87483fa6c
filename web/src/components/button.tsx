import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "../lib/class-names.ts";
import { Spinner } from "./spinner.tsx";

/**
 * `signal` is orange. Use it only for the one action that starts a charge or the main task of a screen
 * (docs/product-rules.md#color-of-charging).
 */
export type ButtonVariant = "primary" | "signal" | "outline" | "ghost" | "danger";
type ButtonSize = "sm" | "md" | "lg";

const VARIANT: Record<ButtonVariant, string> = {
  primary: "bg-ink text-bg hover:bg-ink-2",
  signal: "bg-signal text-on-signal hover:bg-signal-hover",
  outline: "border border-control text-ink hover:bg-sunken",
  ghost: "text-ink-2 hover:bg-sunken hover:text-ink",
  danger: "border border-danger text-danger hover:bg-sunken",
};
const SIZE: Record<ButtonSize, string> = {
  sm: "h-9 px-3 text-14 max-md:h-11",
  md: "h-10 px-4 text-14 max-md:h-11",
  lg: "h-12 px-6 text-16",
};

/** Returns the classes of a button, for links that look like one. */
export function getButtonClass(variant: ButtonVariant = "primary", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-4 font-medium",
    "transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50",
    VARIANT[variant],
    SIZE[size],
  );
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Whether to show a spinner and ignore clicks. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** Shows a labeled button; `type` defaults to "button". */
export function Button({ variant, size, busy = false, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      disabled={rest.disabled === true || busy}
      className={cx(getButtonClass(variant, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
