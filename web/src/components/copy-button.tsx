import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonVariant } from "./button.tsx";

const FEEDBACK_MS = 3000;

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  readonly variant?: ButtonVariant;
  /** Whether to leave out the icon, for a button that repeats in a text. */
  readonly iconless?: boolean;
  readonly onCopied?: () => void;
  readonly onFailed?: () => void;
}

/** Copies text to the clipboard and shows a confirmation for 3 seconds. */
export function CopyButton({
  text,
  label = "Copy",
  variant = "outline",
  iconless = false,
  onCopied,
  onFailed,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  }

  return (
    <Button
      size="sm"
      variant={variant}
      onClick={copy}
      icon={
        iconless ? undefined : copied ? (
          <Check aria-hidden="true" size={16} />
        ) : (
          <Copy aria-hidden="true" size={16} />
        )
      }
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
