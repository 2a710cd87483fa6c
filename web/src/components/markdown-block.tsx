import { Component, type ComponentProps, memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { isTooMuchToFormat } from "./markdown-bounds.ts";
import { ScrollRegion } from "./scroll-region.tsx";

/** Shows a third-party link: it opens in a new tab, sends no referrer and gives no search ranking. */
function MarkdownLink({ href, children }: ComponentProps<"a">) {
  if (!href) return <span>{children}</span>;
  // Footnote links stay on the page.
  if (href.startsWith("#")) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function getHost(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}

/**
 * Shows a third-party picture as a link that only a click opens, because loading the picture would reveal to its host
 * who reads the text and when.
 */
function MarkdownPicture({ alt, src }: ComponentProps<"img">) {
  const address = typeof src === "string" ? src : "";
  const host = getHost(address);
  const description = alt || "without a description";
  if (host === null) return <span>[Picture: {description}]</span>;
  return (
    <MarkdownLink href={address}>
      [Picture at {host}: {description}]
    </MarkdownLink>
  );
}

const COMPONENTS: Components = {
  a: ({ children, href }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt, src }) => <MarkdownPicture alt={alt} src={src} />,
  // Task-list checkboxes cannot be ticked.
  input: ({ checked }) => (
    <>
      <span aria-hidden="true">{checked ? "☑" : "☐"}</span>
      <span className="sr-only">{checked ? "Done:" : "To do:"}</span>
    </>
  ),
  table: ({ children }) => (
    <ScrollRegion label="Table">
      <table>{children}</table>
    </ScrollRegion>
  ),
};

/** Shows plain text without formatting. */
export function PlainBlock({ text }: { readonly text: string }) {
  return <div className="whitespace-pre-wrap">{text}</div>;
}

interface UnformattedProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** If a renderer fails on a block, shows the block as plain text, so that the rest of the page stays. */
class OrUnformatted extends Component<UnformattedProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainBlock text={this.props.text} /> : this.props.children;
  }
}

/** Shows one block of Markdown, and renders again only if its text changes. */
export const MarkdownBlock = memo(function MarkdownBlock({ text }: { readonly text: string }) {
  if (isTooMuchToFormat(text)) return <PlainBlock text={text} />;
  return (
    <OrUnformatted text={text}>
      <div>
        <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={COMPONENTS}>
          {text}
        </ReactMarkdown>
      </div>
    </OrUnformatted>
  );
});
