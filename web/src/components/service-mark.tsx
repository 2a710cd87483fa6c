import { serviceLetters } from "./service-letters.ts";

/** The mark of a third-party service: letters in a square, never a logo that we may not use. */
export function ServiceMark({ name }: { readonly name: string }) {
  return (
    <span
      aria-hidden="true"
      className="mono inline-flex size-9 shrink-0 items-center justify-center border border-line bg-sunken font-medium text-12"
    >
      {serviceLetters(name)}
    </span>
  );
}
