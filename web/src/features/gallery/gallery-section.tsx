import type { ReactNode } from "react";

/** Shows a group of components under a heading. */
export function GallerySection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <h2 className="mb-4 text-22">{title}</h2>
      <div className="flex min-w-0 flex-wrap items-center gap-5">{children}</div>
    </section>
  );
}

/** Shows one state of a large component, with its name above. */
export function Specimen({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid w-full min-w-0 content-start gap-2">
      <p className="label">{name}</p>
      {children}
    </div>
  );
}

/** Does nothing when a button of the gallery is clicked. */
export const doNothing = (): void => undefined;
