import type { Agent } from "@stoa/contract/catalog";
import { Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Field } from "../../../components/field.tsx";
import { Select } from "../../../components/select.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useStudioAddress } from "../studio-address.ts";
import { PlaygroundRun } from "./playground-run.tsx";

export interface PlaygroundProps {
  readonly agents: readonly Agent[] | undefined;
  readonly onClose: () => void;
}

/** Shows the Test Playground, which runs one of the developer's agents as a buyer would, with the full trace. */
export default function Playground({ agents, onClose }: PlaygroundProps) {
  const { search, change } = useStudioAddress();
  const agent = agents?.find(({ id }) => id === search.play) ?? agents?.[0];
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Test Playground"
      description="You only pay the model cost when you run your own agents."
    >
      {agents && agent ? (
        <div className="grid gap-6 pt-2">
          <div className="max-w-sm">
            <Field label="Agent">
              {(control) => (
                <Select
                  {...control}
                  value={agent.id}
                  onChange={(event) => change({ ...search, play: Number(event.target.value) })}
                  options={agents.map(({ id, name, version }) => ({
                    value: String(id),
                    label: `${name}, version ${version}`,
                  }))}
                />
              )}
            </Field>
          </div>
          <PlaygroundRun key={agent.id} agent={agent} />
        </div>
      ) : agents ? (
        <EmptyState
          title="No agents to test"
          hint="Upload an agent to test its output, steps and cost here."
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </Dialog>
  );
}
