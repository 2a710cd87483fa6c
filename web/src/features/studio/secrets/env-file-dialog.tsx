import { findNameProblem } from "@stoa/contract/secret-names";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { formatPlural } from "../../../lib/format.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useSetAgentSecrets } from "../../../queries/agent-secrets.ts";
import { readEnvFile } from "./env-file.ts";

interface EnvFileDialogProps {
  readonly agentId: number;
  readonly onClose: () => void;
}

/** Sets all secrets of a pasted .env file. Shows their names first, and which of them cannot be set. */
export function EnvFileDialog({ agentId, onClose }: EnvFileDialogProps) {
  const formId = useId();
  const set = useSetAgentSecrets(agentId);
  const [text, setText] = useState("");
  const variables = readEnvFile(text).map(({ name, value }) => ({
    name,
    value,
    problem: findNameProblem(name) ?? (value === "" ? "it has no value." : undefined),
  }));
  const usable = variables.filter(({ problem }) => problem === undefined);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (usable.length === 0) return;
    set.mutate(Object.fromEntries(usable.map(({ name, value }) => [name, value])), {
      onSuccess: () => {
        void notify.success(`${formatPlural(usable.length, "secret")} set`);
        onClose();
      },
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title="Paste a .env file"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={usable.length === 0} busy={set.isPending}>
            {usable.length === 0 ? "Set secrets" : `Set ${formatPlural(usable.length, "secret")}`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Contents" hint="Values stay hidden once they are saved">
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              value={text}
              spellCheck={false}
              autoCapitalize="none"
              placeholder={"TAVILY_API_KEY=tvly-...\nNOTION_TOKEN=ntn_..."}
              className="mono text-14"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {variables.length > 0 && (
          <ul aria-label="Variables" className="divide-y divide-line border border-line bg-surface">
            {variables.map(({ name, problem }) => (
              <li key={name} className="grid gap-0.5 px-4 py-2.5">
                <code className="mono text-14 [overflow-wrap:anywhere]">{name}</code>
                <span className={problem === undefined ? "text-12 text-ink-3" : "text-12 text-danger"}>
                  {problem === undefined ? "Will be set" : `Will be left out: ${problem}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        {set.error && (
          <FormFailure text={getServerDetail(set.error) ?? "Failed to save the secrets. Please try again."} />
        )}
      </form>
    </Dialog>
  );
}
