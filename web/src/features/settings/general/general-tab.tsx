import { TEXTS } from "@stoa/contract/texts";
import { ConfirmAddress } from "../../../components/confirm-address.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useCurrentUser } from "../../../queries/current-user.ts";
import { KeyPanel } from "../key-panel.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { AccountExport } from "./account-export.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { LinkedSignIns } from "./linked-sign-ins.tsx";
import { NotificationSettingsForm } from "./notification-settings-form.tsx";
import { PasswordLink } from "./password-link.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { RunSettingsForm } from "./run-settings-form.tsx";
import { RunStorageLine } from "./run-storage-line.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Profile, API key, ways to sign in, and what becomes of one's data. */
export function GeneralTab() {
  const user = useCurrentUser();
  if (!user.data)
    return user.isError ? (
      <ErrorState title={TEXTS.account.userLoadFailed} onRetry={() => user.refetch()} />
    ) : (
      <Skeleton className="h-64 w-full max-w-2xl" />
    );
  const { username, email, pending_email, has_password, email_confirmed } = user.data;
  return (
    <div className="grid max-w-2xl gap-10">
      <SettingsSection title="Profile">
        {email_confirmed === false && <ConfirmAddress email={email} />}
        <ProfileForm
          key={email}
          username={username}
          email={email}
          pendingEmail={pending_email ?? null}
          hasPassword={has_password ?? true}
        />
      </SettingsSection>
      <section>
        <h2 className="mb-4 text-22">API key</h2>
        <KeyPanel />
      </section>
      <SettingsSection title="Signing in">
        <div className="grid gap-5 divide-y divide-line *:not-last:pb-5">
          {has_password === false ? <PasswordLink email={email} /> : <ChangePassword />}
          <LinkedSignIns />
          <SignOutEverywhere />
        </div>
      </SettingsSection>
      <SettingsSection title="Your runs">
        <div className="grid gap-5">
          <RunStorageLine />
          <RunSettingsForm />
        </div>
      </SettingsSection>
      <SettingsSection title="Notifications">
        <NotificationSettingsForm />
      </SettingsSection>
      <SettingsSection title="Your data">
        <div className="grid gap-5 divide-y divide-line *:not-last:pb-5">
          <AccountExport />
          <DeleteAccount username={username} hasPassword={has_password ?? true} />
        </div>
      </SettingsSection>
    </div>
  );
}
