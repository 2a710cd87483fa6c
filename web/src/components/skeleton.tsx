import { cx } from "../lib/class-names.ts";

/** A place held at exact size while data loads; shows after 200 ms so that fast answers never flash. */
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
