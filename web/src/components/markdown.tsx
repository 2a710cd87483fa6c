import { memo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { markdownBlocks } from "./markdown-blocks.ts";

const COMPONENTS: Components = {
  a: ({ children, href }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // Agents are strangers: an image would tell its host who reads. The address is shown instead.
  img: ({ alt, src }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt || "Image"}
    </a>
  ),
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
};

const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <div>
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

export interface MarkdownProps {
  readonly text: string;
  /** While true, an unfinished end (an open code fence, half a link) is closed for showing. */
  readonly streaming?: boolean;
}

/** Markdown from an agent or a developer: sanitised, no raw HTML, no foreign images; only the last block renders anew. */
export default function Markdown({ text, streaming = false }: MarkdownProps) {
  const blocks = markdownBlocks(text);
  return (
    <div className="prose">
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end
          key={index}
          text={streaming && index === blocks.length - 1 ? remend(block) : block}
        />
      ))}
    </div>
  );
}
