import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { Panel } from "../../components/panel.tsx";
import { hasStatus, serverDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { useCurrentUser } from "../../lib/queries/use-current-user.ts";
import { KeyPanel } from "./key-panel.tsx";
import { RunSettingsForm } from "./run-settings-form.tsx";
import { useUpdateEmail } from "./use-update-email.ts";

/** Profile and API key. */
export function GeneralTab() {
  const user = useCurrentUser();
  if (!user.data)
    return user.isError ? (
      <ErrorState title={TEXTS.account.userLoadFailed} onRetry={() => user.refetch()} />
    ) : null;
  return (
    <div className="grid max-w-2xl gap-8">
      <section>
        <h2 className="mb-4 text-22">Profile</h2>
        <Panel className="p-5">
          <ProfileForm
            key={user.data.email}
            username={user.data.username}
            email={user.data.email}
            pendingEmail={user.data.pending_email ?? null}
            hasPassword={user.data.has_password ?? true}
          />
        </Panel>
      </section>
      <section>
        <h2 className="mb-4 text-22">API key</h2>
        <KeyPanel />
      </section>
      <section>
        <h2 className="mb-4 text-22">Your runs</h2>
        <Panel className="p-5">
          <RunSettingsForm />
        </Panel>
      </section>
    </div>
  );
}

interface ProfileFormProps {
  readonly username: string;
  readonly email: string;
  readonly pendingEmail: string | null;
  readonly hasPassword: boolean;
}

function ProfileForm({ username, email, pendingEmail, hasPassword }: ProfileFormProps) {
  const [typed, setTyped] = useState(email);
  const update = useUpdateEmail();
  const failure = hasStatus(update.error, 401)
    ? TEXTS.account.unauthorized
    : (serverDetail(update.error) ?? TEXTS.account.profileFailed);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    update.mutate(typed, {
      onSuccess: ({ pending_email }) =>
        notify.success(
          pending_email === null ? "Profile updated" : `Open the link that we sent to ${pending_email}`,
        ),
    });
  }

  function keepAddress(): void {
    setTyped(email);
    update.mutate(email, { onSuccess: () => notify.success(`Your address stays ${email}`) });
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
      {pendingEmail !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-info border-l-2 bg-sunken py-2.5 pr-3 pl-3">
          <p className="text-14 text-ink-2">
            Waiting for the link in the mailbox of{" "}
            <strong className="wrap-anywhere text-ink">{pendingEmail}</strong> to be opened. Until then your
            address stays as it is.
          </p>
          <Button variant="outline" size="sm" disabled={update.isPending} onClick={keepAddress}>
            Keep my address
          </Button>
        </div>
      )}
      {!hasPassword && (
        <p className="text-14 text-ink-2">
          You sign in with Google or GitHub and have no password.{" "}
          <Link to="/forgot-password" className="link text-ink">
            Set one by a link
          </Link>
          .
        </p>
      )}
      <div>
        <Button type="submit" busy={update.isPending} disabled={typed.trim() === email}>
          Save
        </Button>
      </div>
    </form>
  );
}
