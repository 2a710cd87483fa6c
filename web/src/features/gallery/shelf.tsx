import type { ReactNode } from "react";

/** A group of components, with a heading to find it by. */
export function Shelf({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-4 text-22">{title}</h2>
      <div className="flex min-w-0 flex-wrap items-center gap-5">{children}</div>
    </section>
  );
}

/** One state of a component that needs room, under its name. */
export function Specimen({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid w-full min-w-0 content-start gap-2">
      <p className="label">{name}</p>
      {children}
    </div>
  );
}

/** What the gallery's buttons do. */
export const nothing = (): void => undefined;
