import { TEXTS } from "@stoa/contract/texts";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateEmail } from "../../../queries/account.ts";

interface ProfileFormProps {
  readonly username: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  /** Whether changing the email address needs a password; otherwise it needs a recent sign-in. */
  readonly hasPassword: boolean;
}

/** Manages the typed email address and password, and their submission. */
function useProfileForm({ email, hasPassword }: ProfileFormProps) {
  const [typed, setTyped] = useState(email);
  const [password, setPassword] = useState("");
  const update = useUpdateEmail();
  const isChanged = typed.trim() !== email;
  const needsPassword = isChanged && hasPassword;

  return {
    typed,
    password,
    needsPassword,
    canSave: isChanged && !(needsPassword && password === ""),
    isSaving: update.isPending,
    failure: update.isError ? (getServerDetail(update.error) ?? TEXTS.account.profileFailed) : undefined,
    changeEmail: (value: string) => {
      setTyped(value);
      update.reset();
    },
    changePassword: (value: string) => {
      setPassword(value);
      update.reset();
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      update.mutate(
        { email: typed, ...(needsPassword && { password }) },
        {
          onSuccess: ({ pending_email }) => {
            setPassword("");
            void notify.success(
              pending_email === null ? "Profile updated" : `Open the link that we sent to ${pending_email}`,
            );
          },
        },
      );
    },
    keepAddress: () => {
      setTyped(email);
      update.mutate({ email }, { onSuccess: () => notify.success(`Your email address stays ${email}`) });
    },
  };
}

interface PendingAddressProps {
  readonly email: string;
  readonly disabled: boolean;
  readonly onKeep: () => void;
}

/** Says which new address is not confirmed yet, and lets the user keep the current one. */
function PendingAddress({ email, disabled, onKeep }: PendingAddressProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-info border-l-2 bg-sunken py-2.5 pr-3 pl-3">
      <p className="text-14 text-ink-2">
        Waiting for you to open the link sent to <strong className="wrap-anywhere text-ink">{email}</strong>.
        Until then your email address does not change.
      </p>
      <Button variant="outline" size="sm" disabled={disabled} onClick={onKeep}>
        Keep my current email address
      </Button>
    </div>
  );
}

/** Edits the user's name and email address; a new address must be confirmed if the server sends mail. */
export function ProfileForm(props: ProfileFormProps) {
  const { username, pendingEmail } = props;
  const form = useProfileForm(props);
  return (
    <form onSubmit={form.submit} className="grid gap-4">
      <Field label="Username">{(control) => <Input {...control} value={username} disabled readOnly />}</Field>
      <Field label="Email" error={form.failure}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={form.typed}
            onChange={(event) => form.changeEmail(event.target.value)}
          />
        )}
      </Field>
      {form.needsPassword && (
        <Field label="Current password" hint="Required to change your email address.">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={form.password}
              onChange={(event) => form.changePassword(event.target.value)}
            />
          )}
        </Field>
      )}
      {pendingEmail !== null && (
        <PendingAddress email={pendingEmail} disabled={form.isSaving} onKeep={form.keepAddress} />
      )}
      <div>
        <Button type="submit" busy={form.isSaving} disabled={!form.canSave}>
          Save
        </Button>
      </div>
    </form>
  );
}
