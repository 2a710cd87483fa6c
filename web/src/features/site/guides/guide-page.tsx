import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getPageHead } from "../../../lib/page-heads.ts";

/** The guides in reading order. */
const GUIDES = [
  "/guides/getting-started",
  "/guides/upload-an-agent",
  "/guides/call-by-api",
  "/guides/tokens-prices-plans",
] as const;

type GuidePath = (typeof GUIDES)[number];

/** Shows one guide, with the others next to it and the next one below. */
export function GuidePage({ path, children }: { readonly path: GuidePath; readonly children: ReactNode }) {
  const { title, description } = getPageHead(path);
  const next = GUIDES[GUIDES.indexOf(path) + 1];
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-x-12 py-10 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="Documentation" className="sticky top-20 self-start text-14 max-lg:hidden">
        <Link to="/guides" className="label mb-2 flex min-h-9 items-center hover:underline">
          Documentation
        </Link>
        <ul className="border-line border-l">
          {[...GUIDES, "/docs" as const].map((to) => (
            <li key={to}>
              <Link
                to={to}
                className="-ml-px flex min-h-10 items-center border-transparent border-l-2 pl-4 text-ink-2 hover:text-ink"
                activeOptions={{ exact: true }}
                activeProps={{ className: "border-ink! text-ink!" }}
              >
                {to === "/docs" ? "API reference" : getPageHead(to).title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        <header className="max-w-177 border-ink border-b pb-6">
          <Link to="/guides" className="link-alone mb-4 inline-flex min-h-11 items-center text-14 lg:hidden">
            Documentation
          </Link>
          <h1 className="text-36">{title}</h1>
          <p className="mt-2 text-18 text-ink-2">{description}</p>
        </header>
        <div className="prose is-page mt-8 max-w-187">{children}</div>
        <footer className="mt-12 max-w-187 border-line border-t pt-5 text-14">
          <Link to={next ?? "/docs"} className="link-alone inline-flex min-h-11 items-center">
            Next: {next ? getPageHead(next).title : "API reference"}
          </Link>
        </footer>
      </article>
    </div>
  );
}
