import { cx } from "../lib/class-names.ts";

const TEXT: Record<string, string> = {
  langchain: "text-langchain",
  autogen: "text-autogen",
  n8n: "text-n8n",
  stoa: "text-stoa",
};

/** Returns the text color of a framework; an unknown framework gets Stoa's own color. */
export function getFrameworkColor(framework: string): string {
  return TEXT[framework] ?? "text-stoa";
}

interface FrameworkMarkProps {
  /** The contract's key, such as `langchain`. */
  readonly framework: string;
  readonly name: string;
}

/** Shows the framework's name after a square in its color. */
export function FrameworkMark({ framework, name }: FrameworkMarkProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-ink-2">
      <span aria-hidden="true" className={cx("size-2 bg-current", getFrameworkColor(framework))} />
      {name}
    </span>
  );
}
