import type { RunTrace } from "@stoa/contract/traces";
import { CodeBlock } from "../code-block.tsx";
import { Disclosure } from "../disclosure.tsx";

/** Shows the caller's input and output exactly as they were sent. */
export function RunContent({ content }: { readonly content: NonNullable<RunTrace["content"]> }) {
  const { input, output } = content;
  const answer = typeof output === "string" ? output : JSON.stringify(output, null, 2);
  return (
    <Disclosure title="Input and output">
      <div className="grid min-w-0 gap-3">
        <CodeBlock language="input" code={JSON.stringify(input, null, 2)} />
        {output !== null && <CodeBlock language="answer" code={answer} />}
      </div>
    </Disclosure>
  );
}
