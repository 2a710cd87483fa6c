import { TEXTS } from "@stoa/contract/texts";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { Input } from "../../../components/input.tsx";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useUpdateEmail } from "../../../queries/account.ts";

interface ProfileFormProps {
  readonly username: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  /** Whether changing the email address needs a password; otherwise it needs a recent sign-in. */
  readonly hasPassword: boolean;
}

/** Edits the user's name and email address; a new address must be confirmed if the server sends mail. */
export function ProfileForm({ username, email, pendingEmail, hasPassword }: ProfileFormProps) {
  const [typed, setTyped] = useState(email);
  const [password, setPassword] = useState("");
  const isChanged = typed.trim() !== email;
  const asksPassword = isChanged && hasPassword;
  const update = useUpdateEmail();
  const failure = serverDetail(update.error) ?? TEXTS.account.profileFailed;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    update.mutate(
      { email: typed, ...(asksPassword && { password }) },
      {
        onSuccess: ({ pending_email }) => {
          setPassword("");
          void notify.success(
            pending_email === null ? "Profile updated" : `Open the link that we sent to ${pending_email}`,
          );
        },
      },
    );
  }

  function keepAddress(): void {
    setTyped(email);
    update.mutate({ email }, { onSuccess: () => notify.success(`Your email address stays ${email}`) });
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Username">{(control) => <Input {...control} value={username} disabled readOnly />}</Field>
      <Field label="Email" error={update.isError ? failure : undefined}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              update.reset();
            }}
          />
        )}
      </Field>
      {asksPassword && (
        <Field label="Current password" hint="Required to change your email address.">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value);
                update.reset();
              }}
            />
          )}
        </Field>
      )}
      {pendingEmail !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-info border-l-2 bg-sunken py-2.5 pr-3 pl-3">
          <p className="text-14 text-ink-2">
            Waiting for you to open the link sent to{" "}
            <strong className="wrap-anywhere text-ink">{pendingEmail}</strong>. Until then your email address
            does not change.
          </p>
          <Button variant="outline" size="sm" disabled={update.isPending} onClick={keepAddress}>
            Keep my current address
          </Button>
        </div>
      )}
      <div>
        <Button
          type="submit"
          busy={update.isPending}
          disabled={!isChanged || (asksPassword && password === "")}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
