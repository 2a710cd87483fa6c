import { Link } from "@tanstack/react-router";
import { useDocumentTitle } from "../lib/use-document-title.ts";
import { AgentGlyph } from "./agent-glyph.tsx";
import { getButtonClass } from "./button.tsx";

/** Says that something does not exist, and links to a page that does. */
export function NotFound({ title, hint }: { readonly title: string; readonly hint: string }) {
  useDocumentTitle(title);
  return (
    <div className="page grid gap-5 py-24">
      <AgentGlyph agentId="404" framework="stoa" size={72} />
      <p className="label">404</p>
      <h1 className="text-48">{title}</h1>
      <p className="max-w-[52ch] text-18 text-ink-2">{hint}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/marketplace" className={getButtonClass("primary")}>
          Browse agents
        </Link>
        <Link to="/" className={getButtonClass("outline")}>
          Start page
        </Link>
      </div>
    </div>
  );
}
