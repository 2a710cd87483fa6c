import { Link } from "@tanstack/react-router";
import { PageHeading, SectionHeading } from "../../../components/page-heading.tsx";
import { getPageHead, type PublicPath } from "../../../lib/page-heads.ts";

const GROUPS: ReadonlyArray<{ readonly title: string; readonly paths: readonly PublicPath[] }> = [
  { title: "Begin", paths: ["/guides/getting-started"] },
  { title: "Tutorials", paths: ["/guides/upload-an-agent", "/guides/call-by-api"] },
  { title: "Concepts", paths: ["/guides/tokens-prices-plans"] },
];
const CARD = "group grid content-start gap-1.5 p-5 -outline-offset-2 hover:bg-raised";
const TITLE = "font-semibold text-16 group-hover:underline group-hover:underline-offset-4";

export function GuidesPage() {
  return (
    <div className="page grid gap-10 py-12 md:py-16">
      <PageHeading title="Documentation" subtitle={getPageHead("/guides").description} />
      {GROUPS.map(({ title, paths }) => (
        <section key={title}>
          <SectionHeading title={title} />
          <div className="hairgrid sm:grid-cols-2">
            {paths.map((path) => (
              <Link key={path} to={path} className={CARD}>
                <span className={TITLE}>{getPageHead(path).title}</span>
                <span className="text-14 text-ink-2">{getPageHead(path).description}</span>
              </Link>
            ))}
          </div>
        </section>
      ))}
      <section>
        <SectionHeading title="Reference" />
        <div className="hairgrid sm:grid-cols-2">
          <Link to="/docs" className={CARD}>
            <span className={TITLE}>API reference</span>
            <span className="text-14 text-ink-2">
              Every endpoint with its fields, an example response, errors and code to copy.
            </span>
          </Link>
          <Link to="/status" className={CARD}>
            <span className={TITLE}>Status</span>
            <span className="text-14 text-ink-2">{getPageHead("/status").description}</span>
          </Link>
        </div>
      </section>
    </div>
  );
}
