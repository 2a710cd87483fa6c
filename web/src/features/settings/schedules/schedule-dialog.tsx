import type { Schedule } from "@stoa/contract/schedules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { Select } from "../../../components/select.tsx";
import { createAgentQuery, useAgents } from "../../../queries/agents.ts";
import { useUsageStats } from "../../../queries/usage.ts";
import { ScheduleForm } from "./schedule-form.tsx";

/** The number of offered agents that the user has not run yet: as many as fit a select. */
const OTHERS = 50;

interface AgentChoiceProps {
  readonly agentId: number | undefined;
  readonly problem: string | undefined;
  readonly onChange: (agentId: number | undefined) => void;
}

/**
 * Shows a select for the agent of a new schedule: first the agents that the user has run, then the most run agents of
 * all users.
 */
function AgentChoice({ agentId, problem, onChange }: AgentChoiceProps) {
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

interface ScheduleDialogProps {
  /** The schedule to change; if absent, a schedule is created. */
  readonly edited?: Schedule;
  readonly onClose: () => void;
}

const FORM_ID = "schedule-form";

/** Creates or changes a schedule. The agent of an existing schedule cannot be changed. */
export function ScheduleDialog({ edited, onClose }: ScheduleDialogProps) {
  const [agentId, setAgentId] = useState(edited?.agent_id);
  const [busy, setBusy] = useState(false);
  const agent = useQuery({ ...createAgentQuery(agentId ?? 0), enabled: agentId !== undefined });
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={edited ? "Edit schedule" : "New schedule"}
      description={edited?.agent_name}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} busy={busy} disabled={!agent.data}>
            {edited ? "Save" : "Create schedule"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!edited && (
          <AgentChoice
            agentId={agentId}
            problem={agent.isError ? "Could not load this agent" : undefined}
            onChange={setAgentId}
          />
        )}
        {edited && agent.isError && (
          <p role="alert" className="text-14 text-danger">
            Could not load the agent. It may have been removed or turned off.
          </p>
        )}
        {agent.data && (
          <ScheduleForm
            key={agent.data.id}
            formId={FORM_ID}
            agent={agent.data}
            edited={edited}
            onBusy={setBusy}
            onSaved={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}
