import { Field } from "../../../components/field.tsx";
import { Select } from "../../../components/select.tsx";
import { useAgents } from "../../../queries/agents.ts";
import { useUsageStats } from "../../../queries/usage.ts";

/** Of the agents that one has not run yet, as many as a select is read through. */
const OTHERS = 50;

export interface AgentChoiceProps {
  readonly agentId: number | undefined;
  readonly problem: string | undefined;
  readonly onChange: (agentId: number | undefined) => void;
}

/** The agent of a new schedule: those that one has run first, then the most run of all. */
export function AgentChoice({ agentId, problem, onChange }: AgentChoiceProps) {
  const stats = useUsageStats();
  const agents = useAgents({ sort: "most_run", limit: OTHERS });
  const names = new Map<number, string>();
  for (const { id, name } of stats.data?.agents ?? []) names.set(id, name);
  for (const { id, name } of agents.data?.pages[0]?.agents ?? []) if (!names.has(id)) names.set(id, name);
  return (
    <Field label="Agent" error={problem}>
      {(control) => (
        <Select
          {...control}
          value={agentId === undefined ? "" : String(agentId)}
          options={[
            { value: "", label: "Select an agent" },
            ...[...names].map(([id, name]) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onChange(event.target.value === "" ? undefined : Number(event.target.value))}
        />
      )}
    </Field>
  );
}
