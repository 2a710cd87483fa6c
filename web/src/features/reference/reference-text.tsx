import { Link } from "@tanstack/react-router";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { useReferenceLinks } from "./reference-links.ts";

/**
 * Shows a link in the API description. Links that begin with `#` lead to an operation or a section, all others to
 * another site.
 */
function TextLink({
  href = "",
  children,
}: {
  readonly href?: string | undefined;
  readonly children?: React.ReactNode;
}) {
  const find = useReferenceLinks();
  const target = href.startsWith("#") ? find(href.slice(1)) : undefined;
  if (target)
    return (
      <Link to="/docs/$part" params={{ part: target.part }} {...(target.hash && { hash: target.hash })}>
        {children}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <TextLink href={href}>{children}</TextLink>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre tabIndex={0} className="-outline-offset-2">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <ScrollRegion label="Table">
      <table>{children}</table>
    </ScrollRegion>
  ),
};

/** Shows Markdown from the API description. */
export function ReferenceText({
  text,
  isSmall = false,
}: {
  readonly text: string;
  readonly isSmall?: boolean;
}) {
  return (
    <div className={isSmall ? "prose is-small" : "prose"}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
