import { cx } from "../lib/class-names.ts";

/** Shows a placeholder of exact size while data loads. It appears after 200 ms so that fast answers never flash. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("relative block animate-late overflow-hidden rounded-2 bg-sunken", className)}
    >
      <span className="absolute inset-0 animate-sheen bg-[linear-gradient(90deg,transparent,var(--line),transparent)]" />
    </span>
  );
}
