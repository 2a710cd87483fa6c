import { Component, type ComponentProps, memo, type ReactNode, useMemo } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { isTooMuchToFormat } from "./markdown-bounds.ts";
import { MarkdownCode } from "./markdown-code.tsx";
import { LazyMath } from "./math/lazy-math.tsx";
import { markMath, restoreMath, showMath } from "./math/math-marks.ts";
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

/** Shows a formula. Only our own plugin inserts `span` elements: Markdown has none, and raw HTML gives no elements. */
function MarkdownMath({ node }: ExtraProps) {
  const { tex, source, isBlock } = node?.properties ?? {};
  return <LazyMath tex={String(tex)} source={String(source)} isBlock={isBlock === true} />;
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
  span: MarkdownMath,
  pre: ({ children }) => <MarkdownCode>{children}</MarkdownCode>,
  table: ({ children }) => (
    <ScrollRegion label="Table" isLandmark={false}>
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

interface MarkdownBlockProps {
  readonly text: string;
  /** Whether the block is still arriving, so that its end may be incomplete. */
  readonly isOpen?: boolean;
}

/** Formats a block. Formulas are taken out first, so that Markdown does not read them and no open one is completed. */
function FormattedBlock({ text: source, isOpen = false }: MarkdownBlockProps) {
  const { text, formulas } = useMemo(() => markMath(source), [source]);
  return (
    <div>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, [restoreMath, formulas]]}
        rehypePlugins={[rehypeSanitize, [showMath, formulas]]}
        components={COMPONENTS}
      >
        {isOpen ? remend(text, { katex: false }) : text}
      </ReactMarkdown>
    </div>
  );
}

/** Shows one block of Markdown, and renders again only if its text changes. */
export const MarkdownBlock = memo(function MarkdownBlock(props: MarkdownBlockProps) {
  const { text } = props;
  if (isTooMuchToFormat(text)) return <PlainBlock text={text} />;
  return (
    <OrUnformatted text={text}>
      <FormattedBlock {...props} />
    </OrUnformatted>
  );
});
