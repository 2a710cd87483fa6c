import { CopyButton } from "./copy-button.tsx";

interface CodeBlockProps {
  readonly code: string;
  /** The language, shown in the bar above the code. */
  readonly language?: string;
  readonly copyLabel?: string;
  readonly onCopied?: () => void;
  readonly onFailed?: () => void;
}

/** Shows code in a box that scrolls sideways, with a copy button. */
export function CodeBlock({ code, language, copyLabel = "Copy", onCopied, onFailed }: CodeBlockProps) {
  return (
    <div className="overflow-hidden rounded-4 border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 border-line border-b py-1.5 pr-1.5 pl-4">
        <span className="label">{language}</span>
        <CopyButton
          text={code}
          label={copyLabel}
          variant="ghost"
          {...(onCopied ? { onCopied } : {})}
          {...(onFailed ? { onFailed } : {})}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3.5 -outline-offset-2">
        <code className="mono text-12 leading-5">{code}</code>
      </pre>
    </div>
  );
}
