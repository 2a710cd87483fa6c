import { findNameProblem } from "@stoa/contract/secret-names";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { SecretInput } from "../../../components/secret-input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useSetAgentSecrets } from "../../../queries/agent-secrets.ts";

interface SecretDialogProps {
  readonly agentId: number;
  /** The secret to set; if undefined, the developer enters its name. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Attributes that keep browsers and phones from changing the entered text. */
const AS_TYPED = {
  autoComplete: "off",
  autoCapitalize: "none",
  spellCheck: false,
  className: "mono text-14",
} as const;

/** Adds a secret, or changes the value of an existing one. */
export function SecretDialog({ agentId, name: known, onClose }: SecretDialogProps) {
  const formId = useId();
  const set = useSetAgentSecrets(agentId);
  const [name, setName] = useState(known ?? "");
  const [value, setValue] = useState("");
  const [checked, setChecked] = useState(false);
  const nameProblem = name === "" ? "Enter a name" : findNameProblem(name);
  const valueProblem = value === "" ? "Enter a value" : undefined;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (nameProblem !== undefined || valueProblem !== undefined) return;
    set.mutate(
      { [name]: value },
      {
        onSuccess: () => {
          void notify.success(`${name} set`);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={known === undefined ? "Add secret" : `Set ${known}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={set.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {known === undefined && (
          <Field
            label="Name"
            hint="As your file reads it, such as TAVILY_API_KEY"
            error={checked ? nameProblem : undefined}
          >
            {(control) => (
              <Input
                {...control}
                {...AS_TYPED}
                value={name}
                onChange={(event) => setName(event.target.value.trim())}
              />
            )}
          </Field>
        )}
        <Field
          label="Value"
          hint="You cannot see it again after you save it"
          error={checked ? valueProblem : undefined}
        >
          {(control) => (
            <SecretInput
              {...control}
              label="value"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
        {set.error && (
          <FormFailure text={getServerDetail(set.error) ?? "Failed to save the secret. Please try again."} />
        )}
      </form>
    </Dialog>
  );
}
