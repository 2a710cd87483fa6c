import type { ReactNode } from "react";

interface SitePageProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** A label next to the title that applies to the whole page. */
  readonly mark?: string;
  readonly children: ReactNode;
}

/** Shows a page of text: a heading and a summary, then the text at a readable width. */
export function SitePage({ title, lead, mark, children }: SitePageProps) {
  return (
    <article className="page py-12 md:py-16">
      <header className="max-w-177 border-ink border-b pb-8">
        <h1 className="flex flex-wrap items-center gap-3 text-36">
          {title}
          {mark !== undefined && (
            <span className="label border border-control px-2 py-1 tracking-normal">{mark}</span>
          )}
        </h1>
        <p className="mt-3 text-18 text-ink-2">{lead}</p>
      </header>
      <div className="prose is-page mt-8 max-w-177">{children}</div>
    </article>
  );
}
