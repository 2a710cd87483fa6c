import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { Tabs } from "../../components/tabs.tsx";
import type { SnippetLanguage } from "../../lib/code-snippets.ts";
import { notify } from "../../lib/notify.ts";
import { createOperationSnippet } from "./operation-snippet.ts";
import type { Answer, Operation } from "./read-operations.ts";

/** Formats an example: JSON with indentation, text unchanged. */
function formatExample(example: unknown): string {
  return typeof example === "string" ? example : JSON.stringify(example, null, 2);
}

const LANGUAGES: readonly SnippetLanguage[] = ["curl", "javascript", "python"];

const copied = {
  onCopied: () => notify.success(TEXTS.copy.done("Code")),
  onFailed: () => notify.error(TEXTS.copy.failed),
};

/** Shows the recorded request in three languages, and the server's response. */
export function OperationCode({
  operation,
  language,
  onLanguage,
}: {
  readonly operation: Operation;
  readonly language: SnippetLanguage;
  readonly onLanguage: (language: SnippetLanguage) => void;
}) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <Tabs
        label="Language"
        value={language}
        onChange={(next) => onLanguage(LANGUAGES.find((name) => name === next) ?? "curl")}
        panelClassName="pt-3"
        items={LANGUAGES.map((name) => ({
          value: name,
          label: name,
          panel: (
            <CodeBlock
              code={createOperationSnippet(name, operation, location.origin)}
              language="Request"
              {...copied}
            />
          ),
        }))}
      />
      <Answers answers={[...operation.answers, ...operation.failures]} />
    </div>
  );
}

interface ShownAnswer {
  key: string;
  label: string;
  text: string;
}

function selectShown(answers: readonly Answer[]): ShownAnswer[] {
  return answers.flatMap(({ status, content }) =>
    content
      .filter(({ example }) => example !== undefined)
      .map(({ type, example }) => ({
        key: `${status} ${type}`,
        label: type === "text/event-stream" ? `${status} stream` : status,
        text: formatExample(example),
      })),
  );
}

/** Shows recorded responses, one tab for each kind. */
function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  const shown = selectShown(answers);
  const [chosen, setChosen] = useState(shown[0]?.key ?? "");
  if (shown.length === 0) return null;
  return (
    <Tabs
      label="Response"
      value={chosen}
      onChange={setChosen}
      panelClassName="pt-3 [&_pre]:max-h-112"
      items={shown.map(({ key, label, text }) => ({
        value: key,
        label,
        panel: <CodeBlock code={text} language="Response" {...copied} />,
      }))}
    />
  );
}
