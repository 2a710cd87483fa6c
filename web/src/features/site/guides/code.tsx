import { TEXTS } from "@stoa/contract/texts";
import { CodeBlock } from "../../../components/code-block.tsx";
import { notify } from "../../../lib/notify.ts";

/** Shows code of a guide with a copy button. */
export function Code({ code, language }: { readonly code: string; readonly language: string }) {
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
