import { cx } from "../lib/class-names.ts";

const TEXT: Record<string, string> = {
  langchain: "text-langchain",
  langgraph: "text-langchain",
  autogen: "text-autogen",
  n8n: "text-n8n",
};

/** The text colour of a framework; everything else carries Stoa's own. */
export function frameworkColor(framework: string): string {
  return TEXT[framework.toLowerCase()] ?? "text-stoa";
}

/** The framework's name behind a square in its colour. */
export function FrameworkMark({ framework }: { readonly framework: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-ink-2">
      <span aria-hidden="true" className={cx("size-2 bg-current", frameworkColor(framework))} />
      {framework}
    </span>
  );
}
