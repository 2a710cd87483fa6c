import type { Json } from "@stoa/contract/values";
import { formatPlural } from "../../../lib/format.ts";
import { createMarkedLines } from "./marked-lines.ts";

interface MarkedItemsProps {
  readonly title: string;
  readonly count: number;
  /** The first items, shortened. */
  readonly items: readonly Json[];
  /** The paths of differences, which are marked. */
  readonly paths: readonly string[];
}

/** Shows items as JSON and marks the lines that differ. */
export function MarkedItems({ title, count, items, paths }: MarkedItemsProps) {
  const shown = items.length < count ? `, the first ${items.length}` : "";
  return (
    <figure className="min-w-0 overflow-hidden rounded-4 border border-line bg-bg">
      <figcaption className="border-line border-b px-4 py-2">
        <span className="label">
          {title}: {formatPlural(count, "item")}
          {shown}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 overflow-y-auto py-3 -outline-offset-2">
        <code className="mono wrap-anywhere block whitespace-pre-wrap text-12 leading-5">
          {createMarkedLines(items, paths).map(({ text, isMarked }, index) =>
            isMarked ? (
              <mark
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
                key={index}
                className="block bg-[color-mix(in_oklab,var(--warn)_16%,var(--surface))] px-4 text-ink"
              >
                {text}
              </mark>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
              <span key={index} className="block px-4">
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </figure>
  );
}
