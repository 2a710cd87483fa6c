import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { MarkdownProps } from "./markdown.tsx";

const Markdown = lazyRouteComponent(() => import("./markdown.tsx"));

/** Prefetches the renderer. Call it once it is certain that Markdown will be shown. */
export function preloadMarkdown(): void {
  void Markdown.preload?.();
}

/** Shows Markdown. The renderer loads when it is first needed. Until then, the raw text is shown. */
export function LazyMarkdown(props: MarkdownProps) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{props.text}</div>}>
      <Markdown {...props} />
    </Suspense>
  );
}
