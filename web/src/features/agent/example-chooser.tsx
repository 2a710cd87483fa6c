import type { Agent } from "@stoa/contract/catalog";
import { exampleInput, type TypedInput } from "../../lib/input-fields.ts";

export interface ExampleChooserProps {
  readonly agent: Agent;
  readonly onChoose: (input: TypedInput) => void;
}

/** The agent's examples, where it brings several: each fills the form. */
export function ExampleChooser({ agent, onChoose }: ExampleChooserProps) {
  if (agent.examples.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 text-14">
      <span className="text-ink-2">Examples</span>
      {agent.examples.map((example, index) => (
        <button
          key={JSON.stringify(example)}
          type="button"
          aria-label={`Fill in example ${index + 1}`}
          onClick={() => onChoose(exampleInput(agent, index))}
          className="mono inline-flex h-8 min-w-8 items-center justify-center rounded-4 border border-control px-2 text-12 hover:bg-sunken max-md:h-11 max-md:min-w-11"
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}
