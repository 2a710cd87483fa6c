import { LIMITS } from "@stoa/contract/limits";
import type { PublishableKey } from "@stoa/contract/publishable-keys";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useCreatePublishableKey, useUpdatePublishableKey } from "../../../queries/publishable-keys.ts";
import {
  emptyWebsite,
  findWebsiteProblems,
  toKeyRequest,
  toWebsiteFields,
  type WebsiteFields,
  type WebsiteProblems,
} from "./website-fields.ts";

interface WebsiteDialogProps {
  /** The key to change; if absent, a key is created. */
  readonly edited?: PublishableKey | undefined;
  readonly onClose: () => void;
}

/** Returns a function that creates the key or saves the edited one, and the state of the request. */
function useSaveWebsite({ edited, onClose }: WebsiteDialogProps) {
  const create = useCreatePublishableKey();
  const update = useUpdatePublishableKey(edited?.id ?? "");
  const onSuccess = ({ name }: PublishableKey) => {
    void notify.success(`${name} saved`);
    onClose();
  };
  const save = (fields: WebsiteFields) => {
    const { agent_id, ...request } = toKeyRequest(fields);
    if (edited) update.mutate(request, { onSuccess });
    else create.mutate({ ...request, agent_id }, { onSuccess });
  };
  return {
    save,
    failure: edited ? update.error : create.error,
    isSaving: create.isPending || update.isPending,
  };
}

const AMOUNTS = [
  ["perDay", "Daily budget", "USD", "All visitors together. 0 pauses the chat."],
  ["perMessage", "A message", "USD", "At most this much per answer."],
  ["visitorMessages", "A visitor", "a day", "Messages that one visitor can send."],
] as const;

interface AmountFieldsProps {
  readonly fields: WebsiteFields;
  readonly problems: WebsiteProblems;
  readonly onChange: (part: Partial<WebsiteFields>) => void;
}

/** Shows the fields for what visitors may spend. */
function AmountFields({ fields, problems, onChange }: AmountFieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      {AMOUNTS.map(([name, label, unit, hint]) => (
        <Field key={name} label={label} aside={unit} hint={hint} error={problems[name]}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={fields[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** Creates or changes a publishable key: the agent, the websites that embed it, and what their visitors may spend. */
export function WebsiteDialog({ edited, onClose }: WebsiteDialogProps) {
  const formId = useId();
  const { save, failure, isSaving } = useSaveWebsite({ edited, onClose });
  const [fields, setFields] = useState<WebsiteFields>(edited ? toWebsiteFields(edited) : emptyWebsite);
  const [checked, setChecked] = useState(false);
  const problems = checked ? findWebsiteProblems(fields) : {};
  const set = (part: Partial<WebsiteFields>) => setFields({ ...fields, ...part });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(findWebsiteProblems(fields)).length === 0) save(fields);
  };

  const agentHint = edited
    ? "A key stays with its agent"
    : "Its number or the address of its page. Private agents work, too.";
  return (
    <Dialog
      open
      onClose={onClose}
      title={edited ? "Edit website" : "Embed an agent"}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving}>
            {edited ? "Save" : "Create key"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Name" hint="For your own overview" error={problems.name}>
          {(control) => (
            <Input
              {...control}
              maxLength={LIMITS.keyNameMaxLength}
              value={fields.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Agent" hint={agentHint} error={problems.agent}>
          {(control) => (
            <Input
              {...control}
              disabled={edited !== undefined}
              placeholder="12"
              value={fields.agent}
              onChange={(event) => set({ agent: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Websites"
          hint="One per line, with scheme and port. Subdomains need a line of their own."
          error={problems.origins}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              placeholder="https://www.example.com"
              value={fields.origins}
              onChange={(event) => set({ origins: event.target.value })}
            />
          )}
        </Field>
        <AmountFields fields={fields} problems={problems} onChange={set} />
        {failure !== null && <FormFailure text={getServerDetail(failure) ?? "Failed to save the key"} />}
      </form>
    </Dialog>
  );
}
