import { TEXTS } from "@stoa/contract/texts";
import { notify } from "../lib/notify.ts";
import { CodeBlock } from "./code-block.tsx";

/** Shows code with a button that copies it and says whether that worked. */
export function CopyableCode({ language, code }: { readonly language: string; readonly code: string }) {
  return (
    <CodeBlock
      code={code}
      language={language}
      copyLabel="Copy to clipboard"
      onCopied={() => notify.success(TEXTS.copy.done("Code"))}
      onFailed={() => notify.error(TEXTS.copy.failed)}
    />
  );
}
