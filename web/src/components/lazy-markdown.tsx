import { lazy, Suspense } from "react";
import type { MarkdownProps } from "./markdown.tsx";

const Markdown = lazy(() => import("./markdown.tsx"));

/** Markdown whose renderer loads when first needed; until then the text shows as it is. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
