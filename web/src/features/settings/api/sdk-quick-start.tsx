import { installLine, SDK_PATH, type SdkLanguage } from "@stoa/contract/sdk-packages";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { CodeBlock } from "../../../components/code-block.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { notify } from "../../../lib/notify.ts";
import { createSdkSnippet } from "../../../lib/sdk-snippets.ts";

const LANGUAGES: readonly SdkLanguage[] = ["javascript", "python"];

interface SdkQuickStartProps {
  readonly agentId: number;
  readonly input: object;
}

/** Shows how to install each SDK that this server serves, and a first run. */
export function SdkQuickStart({ agentId, input }: SdkQuickStartProps) {
  const [language, setLanguage] = useState<string>("javascript");
  const { origin } = location;
  return (
    <>
      <Tabs
        label="SDK"
        value={language}
        onChange={setLanguage}
        panelClassName="pt-4"
        items={LANGUAGES.map((name) => ({
          value: name,
          label: name,
          panel: (
            <div className="grid grid-cols-1 gap-3">
              <Copyable language="shell" code={installLine(name, origin)} />
              <Copyable language={name} code={createSdkSnippet(name, { origin, agentId, input })} />
            </div>
          ),
        }))}
      />
      <p className="mt-3 text-14">
        <a href={SDK_PATH} className="link-alone text-14">
          SDK downloads
        </a>
      </p>
    </>
  );
}

function Copyable({ language, code }: { readonly language: string; readonly code: string }) {
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
