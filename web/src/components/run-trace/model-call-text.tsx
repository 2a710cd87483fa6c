import type { ModelCallContent } from "@stoa/contract/traces";
import { TraceText } from "./trace-text.tsx";

/** What a model was asked and answered, folded. */
export function ModelCallText({ content }: { readonly content: ModelCallContent }) {
  const { messages, answer, is_cut } = content;
  return (
    <details>
      <summary className="text-12 text-ink-2">
        <span className="link">Prompt and answer</span>
      </summary>
      <dl className="mt-2 grid gap-2 border-line border-l-2 pl-3">
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call that ended stay as they are
          <Part key={index} label={message.role} text={message.text} />
        ))}
        <Part label="answer" text={answer} />
      </dl>
      {is_cut && <p className="mt-1 text-12 text-ink-3">Cut to what is kept of a call.</p>}
    </details>
  );
}

function Part({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd>
        <TraceText text={text} />
      </dd>
    </div>
  );
}
