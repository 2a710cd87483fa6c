import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { changePassword } from "../../../queries/account.ts";

interface PasswordDialogProps {
  /** The minimum length of a password on this server. */
  readonly minLength: number;
  readonly onClose: () => void;
}

interface PasswordFields {
  readonly current: string;
  readonly next: string;
  readonly repeated: string;
}

const FIELDS = [
  { name: "current", label: "Current password", autoComplete: "current-password" },
  { name: "next", label: "New password", autoComplete: "new-password" },
  { name: "repeated", label: "Repeat the new password", autoComplete: "new-password" },
] as const;

/** Changes the password after checking the current one. */
export function PasswordDialog({ minLength, onClose }: PasswordDialogProps) {
  const formId = useId();
  const [fields, setFields] = useState<PasswordFields>({ current: "", next: "", repeated: "" });
  const [errors, setErrors] = useState<Partial<PasswordFields>>({});
  const change = useMutation({
    mutationFn: () => changePassword({ current_password: fields.current, new_password: fields.next }),
    onSuccess: () => {
      onClose();
      void notify.success("Password changed. All other sessions were signed out.");
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = findErrors(fields, minLength);
    setErrors(found);
    if (Object.keys(found).length === 0) change.mutate();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change password"
      description="You stay signed in here and are signed out on all other devices. API keys keep working."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={change.isPending}>
            Change password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {FIELDS.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete={autoComplete}
                value={fields[name]}
                onChange={(event) => {
                  setFields({ ...fields, [name]: event.target.value });
                  setErrors({});
                  change.reset();
                }}
              />
            )}
          </Field>
        ))}
        {change.isError && (
          <FormFailure
            text={getServerDetail(change.error) ?? "Failed to change the password. Please try again."}
          />
        )}
        <p className="text-14 text-ink-2">
          Forgot your current password?{" "}
          <Link to="/forgot-password" className="link">
            Reset it with a link
          </Link>
          .
        </p>
      </form>
    </Dialog>
  );
}

function findErrors({ current, next, repeated }: PasswordFields, minLength: number): Partial<PasswordFields> {
  return {
    ...(current === "" && { current: SIGN_IN_TEXTS.passwordRequired }),
    ...(next.length < minLength && { next: SIGN_IN_TEXTS.passwordTooShort(minLength) }),
    ...(repeated !== next && { repeated: TEXTS.register.passwordsDiffer }),
  };
}
