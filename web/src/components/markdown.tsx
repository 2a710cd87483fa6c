import { MarkdownBlock, PlainBlock } from "./markdown-block.tsx";
import { splitMarkdownBlocks } from "./markdown-blocks.ts";
import { BLOCKS_MAX } from "./markdown-bounds.ts";

export interface MarkdownProps {
  readonly text: string;
  /** Whether the text is still arriving. If so, an unfinished end (an open code fence, half a link) is closed for display. */
  readonly streaming?: boolean;
}

/**
 * Shows Markdown from an agent or a developer: sanitized, without raw HTML or third-party images; only the last block
 * re-renders.
 */
export default function Markdown({ text, streaming = false }: MarkdownProps) {
  const blocks = splitMarkdownBlocks(text);
  const rest = blocks.slice(BLOCKS_MAX);
  return (
    <div className="prose">
      {blocks.slice(0, BLOCKS_MAX).map((block, index) => (
        <MarkdownBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end
          key={index}
          text={block}
          isOpen={streaming && index === blocks.length - 1}
        />
      ))}
      {rest.length > 0 && <PlainBlock text={rest.join("\n\n")} />}
    </div>
  );
}
