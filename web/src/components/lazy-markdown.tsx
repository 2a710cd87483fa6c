import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { MarkdownProps } from "./markdown.tsx";

const Markdown = lazyRouteComponent(() => import("./markdown.tsx"));

/** Prefetches the renderer if it will surely be needed. */
export function preloadMarkdown(): void {
  void Markdown.preload?.();
}

/** Markdown whose renderer loads when first needed; until then the text shows as it is. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
