import type { CreatedKey, CreateKeyRequest, NamedKey } from "@stoa/contract/keys";
import { LIMITS } from "@stoa/contract/limits";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useCreateKey, useUpdateKey } from "../../../queries/keys.ts";
import { createKeyRequest, emptyKey, type KeyFields, toKeyFields } from "./key-fields.ts";
import { LimitField } from "./limit-field.tsx";
import { ScopeChoice } from "./scope-choice.tsx";

const LIMIT_LABELS = [
  ["perRun", "One run"],
  ["perDay", "A day (UTC)"],
  ["perMonth", "A month (UTC)"],
] as const;

interface KeyDialogProps {
  /** The key to change; if absent, a key is created. */
  readonly edited?: NamedKey | undefined;
  readonly onCreated?: ((created: CreatedKey) => void) | undefined;
  readonly onClose: () => void;
}

/** Returns a function that creates the key or saves the edited one, and the state of the request. */
function useSaveKey({ edited, onCreated, onClose }: KeyDialogProps) {
  const create = useCreateKey();
  const update = useUpdateKey(edited?.id ?? "");
  const save = (request: CreateKeyRequest) => {
    if (edited)
      update.mutate(request, {
        onSuccess: () => {
          void notify.success(`${request.name} saved`);
          onClose();
        },
      });
    else create.mutate(request, { onSuccess: (created) => onCreated?.(created) });
  };
  return {
    save,
    failure: edited ? update.error : create.error,
    isSaving: create.isPending || update.isPending,
  };
}

/** Creates or changes a named key: its name, scopes, limits and expiration. */
export function KeyDialog({ edited, onCreated, onClose }: KeyDialogProps) {
  const formId = useId();
  const { save, failure, isSaving } = useSaveKey({ edited, onCreated, onClose });
  const [fields, setFields] = useState<KeyFields>(edited ? toKeyFields(edited) : emptyKey);
  const [checked, setChecked] = useState(false);
  const set = (part: Partial<KeyFields>) => setFields({ ...fields, ...part });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const request = createKeyRequest(fields);
    if (request !== undefined) save(request);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={edited ? "Edit key" : "New API key"}
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
        <Field
          label="Name"
          hint="The app or machine that uses the key"
          error={checked && fields.name.trim() === "" ? "A name is required" : undefined}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={LIMITS.keyNameMaxLength}
              value={fields.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <ScopeChoice chosen={fields.scopes} checked={checked} onChange={(scopes) => set({ scopes })} />
        <div className="grid items-end gap-4 sm:grid-cols-3">
          {LIMIT_LABELS.map(([name, label]) => (
            <LimitField
              key={name}
              label={label}
              value={fields[name]}
              checked={checked}
              onChange={(value) => set({ [name]: value })}
            />
          ))}
        </div>
        <Field label="Last day (UTC)" hint="Leave empty for no expiry">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={fields.lastDay}
              onChange={(event) => set({ lastDay: event.target.value })}
            />
          )}
        </Field>
        {failure !== null && <FormFailure text={getServerDetail(failure) ?? "Failed to save the key"} />}
      </form>
    </Dialog>
  );
}
