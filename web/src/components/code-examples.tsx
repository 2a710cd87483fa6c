import { installLine, type SdkLanguage } from "@stoa/contract/sdk-packages";
import { useState } from "react";
import { createCodeSnippet, SNIPPET_LANGUAGES, type SnippetLanguage } from "../lib/code-snippets.ts";
import { createSdkSnippet } from "../lib/sdk-snippets.ts";
import { CopyableCode } from "./copyable-code.tsx";
import { SegmentedControl } from "./segmented-control.tsx";
import { Tabs } from "./tabs.tsx";

interface CodeExamplesProps {
  readonly agentId: number;
  readonly input: object;
  readonly maxCost?: number | undefined;
  /** Whether to show this server's SDKs next to plain requests. */
  readonly withSdk?: boolean;
}

type CodeStyle = "plain" | "sdk";

const WAYS: ReadonlyArray<{ readonly value: CodeStyle; readonly label: string }> = [
  { value: "plain", label: "Plain request" },
  { value: "sdk", label: "SDK" },
];

function toSdkLanguage(language: SnippetLanguage): SdkLanguage | null {
  return language === "curl" ? null : language;
}

/** Shows how to run an agent from JavaScript, Python and curl, with a button that copies the code. */
export function CodeExamples({ agentId, input, maxCost, withSdk = false }: CodeExamplesProps) {
  const [language, setLanguage] = useState("javascript");
  const [style, setStyle] = useState<CodeStyle>("plain");
  const { origin } = location;
  const subject = { origin, agentId, input, maxCost };
  return (
    <Tabs
      label="Language"
      value={language}
      onChange={setLanguage}
      panelClassName="grid grid-cols-1 justify-items-start gap-3 pt-4 [&>*]:max-w-full [&>div]:w-full"
      items={SNIPPET_LANGUAGES.map((name) => {
        const sdk = withSdk ? toSdkLanguage(name) : null;
        const bySdk = sdk !== null && style === "sdk";
        return {
          value: name,
          label: name,
          panel: (
            <>
              {sdk !== null && (
                <SegmentedControl label="Method" value={style} options={WAYS} onChange={setStyle} />
              )}
              {bySdk && <CopyableCode language="shell" code={installLine(sdk, origin)} />}
              <CopyableCode
                language={name}
                code={bySdk ? createSdkSnippet(sdk, subject) : createCodeSnippet(name, subject)}
              />
            </>
          ),
        };
      })}
    />
  );
}
