import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { codeSnippet, SNIPPET_LANGUAGES } from "../lib/code-snippets.ts";
import { notify } from "../lib/notify.ts";
import { CodeBlock } from "./code-block.tsx";
import { Tabs } from "./tabs.tsx";

export interface CodeExamplesProps {
  readonly agentId: number;
  readonly input: object;
}

/** How to run an agent from code: javascript, python, curl, with Copy to clipboard. */
export function CodeExamples({ agentId, input }: CodeExamplesProps) {
  const [language, setLanguage] = useState("javascript");
  return (
    <Tabs
      label="Language"
      value={language}
      onChange={setLanguage}
      panelClassName="pt-4"
      items={SNIPPET_LANGUAGES.map((name) => ({
        value: name,
        label: name,
        panel: (
          <CodeBlock
            code={codeSnippet(name, { origin: location.origin, agentId, input })}
            language={name}
            copyLabel="Copy to clipboard"
            onCopied={() => notify.success(TEXTS.copy.done("Code"))}
            onFailed={() => notify.error(TEXTS.copy.failed)}
          />
        ),
      }))}
    />
  );
}
