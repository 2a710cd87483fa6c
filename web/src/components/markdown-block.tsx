import { Component, memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { isTooMuchToFormat } from "./markdown-bounds.ts";
import { MarkdownLink, MarkdownPicture } from "./markdown-link.tsx";

const COMPONENTS: Components = {
  a: ({ children, href }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt, src }) => <MarkdownPicture alt={alt} src={src} />,
  // A task of a list: nothing that can be ticked.
  input: ({ checked }) => (
    <>
      <span aria-hidden="true">{checked ? "☑" : "☐"}</span>
      <span className="sr-only">{checked ? "Done:" : "To do:"}</span>
    </>
  ),
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
};

/** Text as it is written, where it is not formatted. */
export function PlainBlock({ text }: { readonly text: string }) {
  return <div className="whitespace-pre-wrap">{text}</div>;
}

interface UnformattedProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** Where a renderer gives up on a block, the text itself shows, and the page around it stands. */
class OrUnformatted extends Component<UnformattedProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainBlock text={this.props.text} /> : this.props.children;
  }
}

/** One block of markdown, rendered again only when its text changes. */
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
