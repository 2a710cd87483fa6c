import { type ComponentProps, isValidElement, type ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

/** Returns the text of a code block, which the renderer passes as nested elements. */
function getText(node: ReactNode): string {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(getText).join("");
  return isValidElement<{ children?: ReactNode }>(node) ? getText(node.props.children) : "";
}

/** Shows a code block of Markdown with a button that copies it. The button has no icon, so that text has no pictures. */
export function MarkdownCode({ children }: ComponentProps<"pre">) {
  return (
    <div className="markdown-code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{children}</pre>
      <CopyButton text={getText(children).replace(/\n$/, "")} label="Copy code" variant="ghost" iconless />
    </div>
  );
}
