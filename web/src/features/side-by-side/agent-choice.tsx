import { Field } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { useAgents } from "../../queries/agents.ts";

/** As many as one page of the list has; another agent comes here from its own page. */
const OFFERED = 100;

export interface AgentChoiceProps {
  readonly label: string;
  readonly id: number | undefined;
  /** The agent at the other side: nobody runs beside themselves. */
  readonly other: number | undefined;
  /** The chosen agent's name, also where it is not among those that are offered. */
  readonly name: string | undefined;
  readonly onChange: (id: number) => void;
}

/** Which agent runs on one side. */
export function AgentChoice({ label, id, other, name, onChange }: AgentChoiceProps) {
  const agents = useAgents({ sort: "most_run", limit: OFFERED });
  const offered = (agents.data?.pages ?? [])
    .flatMap((page) => page.agents)
    .filter((agent) => agent.id !== other)
    .map((agent) => ({ value: String(agent.id), label: agent.name }));
  const isOffered = offered.some(({ value }) => value === String(id));
  const own = id === undefined || isOffered ? [] : [{ value: String(id), label: name ?? `Agent ${id}` }];
  const none = id === undefined ? [{ value: "", label: "Choose an agent" }] : [];
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={id ?? ""}
          options={[...none, ...own, ...offered]}
          onChange={(event) => event.target.value !== "" && onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
