import { getServiceLetters } from "./service-letters.ts";

/** Shows letters in a square for a third-party service, because we are not allowed to use its logo. */
export function ServiceMark({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden="true"
      className="mono inline-flex size-9 shrink-0 items-center justify-center border border-line bg-sunken font-medium text-12"
    >
      {getServiceLetters(name)}
    </span>
  );
}
