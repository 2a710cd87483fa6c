import type { Agent, InputParam } from "@stoa/contract/catalog";
import { TryForm } from "../../components/try-form.tsx";
import { getExampleInput, type TypedInput } from "../../lib/input-fields.ts";
import { findMessageParam } from "../../lib/message-input.ts";

interface ChatStartProps {
  readonly agent: Agent;
  /** The parameters other than the message. */
  readonly params: readonly InputParam[];
  readonly values: TypedInput;
  /** Whether there is no message yet. */
  readonly isEmpty: boolean;
  readonly onField: (name: string, value: string) => void;
  readonly onExample: (message: string) => void;
}

/** Returns the messages of the agent's examples, without repetitions. */
function listExamples(agent: Agent): readonly string[] {
  const name = findMessageParam(agent.input_params)?.name ?? "";
  const messages = agent.examples.map((_, index) => getExampleInput(agent, index)[name] ?? "");
  return [...new Set(messages)].filter((message) => message.trim() !== "");
}

/** Shows the beginning of a chat: the fields that go with each message, and example messages in a new chat. */
export function ChatStart({ agent, params, values, isEmpty, onField, onExample }: ChatStartProps) {
  const examples = isEmpty ? listExamples(agent) : [];
  return (
    <div className="grid gap-5 py-3">
      {params.length > 0 && (
        <section aria-label="Fields" className="grid gap-4 border border-line bg-surface p-4">
          <p className="text-14 text-ink-2">The agent gets these fields with each message.</p>
          <TryForm params={params} input={values} onChange={onField} />
        </section>
      )}
      {isEmpty && (
        <div className="grid justify-items-center gap-3 py-6 text-center">
          <p className="font-semibold text-18">Talk to {agent.name}</p>
          {examples.length > 0 && (
            <>
              <p className="text-14 text-ink-2">Write a message below, or begin with an example.</p>
              <ul className="grid w-full max-w-xl gap-2">
                {examples.map((message) => (
                  <li key={message}>
                    <button
                      type="button"
                      onClick={() => onExample(message)}
                      className="min-h-11 w-full rounded-4 border border-control px-4 py-2.5 text-left text-14 hover:bg-sunken"
                    >
                      <span className="wrap-anywhere line-clamp-3">{message}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  );
}
