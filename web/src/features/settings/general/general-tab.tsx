import { LIMITS } from "@stoa/contract/limits";
import { formatBytes } from "@stoa/contract/storage-limits";
import { TEXTS } from "@stoa/contract/texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CheckboxField } from "../../../components/checkbox-field.tsx";
import { ConfirmAddress } from "../../../components/confirm-address.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import { getAccountExportPath } from "../../../queries/account.ts";
import { useCurrentUser } from "../../../queries/current-user.ts";
import { useRunSettings, useRunStorage, useUpdateRunSettings } from "../../../queries/run-settings.ts";
import { useSignInMethods } from "../../../queries/sign-in.ts";
import { KeyPanel } from "../key-panel.tsx";
import { SettingRow } from "../setting-row.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { DeleteAccountDialog, type DeleteAccountDialogProps } from "./delete-account-dialog.tsx";
import { LinkedSignIns } from "./linked-sign-ins.tsx";
import { NotificationSettingsForm } from "./notification-settings-form.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { PasswordLink } from "./password-link.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

/** Shows how much of the plan's storage is used, and what happens when it is full. */
export function RunStorageLine() {
  const storage = useRunStorage();
  if (storage.isError) return <p className="text-14 text-ink-2">Could not load your storage.</p>;
  if (!storage.data) return <Skeleton className="h-12 w-full" />;
  const { used_bytes, limit_bytes } = storage.data;
  return (
    <div className="grid gap-1">
      <p>
        Storage: {formatBytes(used_bytes)} of {formatBytes(limit_bytes)}
      </p>
      <p className="text-14 text-ink-2">
        Inputs, outputs and logs of your runs count. When storage is full, those of your oldest runs are
        deleted first. Receipts and statistics stay.
      </p>
    </div>
  );
}

/** Shows the settings for stored run contents. */
export function RunSettingsForm() {
  const settings = useRunSettings();
  const update = useUpdateRunSettings();
  if (settings.isError) return <p className="text-14 text-ink-2">Could not load these settings.</p>;
  if (!settings.data) return <Skeleton className="h-12 w-full" />;
  return (
    <CheckboxField
      label="Store model prompts and responses"
      hint="Developers can see them in their own runs and in runs that you share with them. Deleted after the same period as inputs and outputs."
      checked={settings.data.keep_model_content}
      onChange={(keep_model_content) => update.mutateAsync({ keep_model_content })}
      onFailed={() => notify.error("Failed to change the setting")}
    />
  );
}

/** Opens the dialog that deletes the account. */
export function DeleteAccount(props: Omit<DeleteAccountDialogProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        title="Delete your account"
        hint="Permanent. Your agents are removed, your keys stop working, and the contents of your runs are deleted."
        action={
          <Button size="sm" variant="danger" onClick={() => setOpen(true)}>
            Delete account
          </Button>
        }
      />
      {open && <DeleteAccountDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the dialog that changes the password. */
export function ChangePassword() {
  const methods = useSignInMethods();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow
      title="Password"
      hint="Changing it signs you out on all other devices."
      action={
        <Button size="sm" variant="outline" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      }
    >
      {isOpen && (
        <PasswordDialog
          minLength={methods.data?.password_min_length ?? LIMITS.passwordMinLength}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingRow>
  );
}

/** Exports all of the user's data as one file. */
export function AccountExport() {
  return (
    <SettingRow
      title="Export your data"
      hint="One JSON file with all your data: profile, agents with their files, runs and their contents, and billing records. It does not include passwords, keys or credentials."
      action={
        <DownloadButton
          getPath={getAccountExportPath}
          name="stoa-account.json"
          label="Export"
          failure="Failed to export your data"
        />
      }
    />
  );
}

/** Shows the profile, API key, sign-in methods, and the user's data. */
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
      <SettingsSection title="Sign-in">
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
