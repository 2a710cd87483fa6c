import { SIGN_IN_TEXTS } from "@stoa/contract/sign-in-texts";
import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail, HttpError } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { deleteAccount } from "../../../queries/account.ts";
import { useLeaveSession } from "../use-leave-session.ts";

const GONE = [
  "Your name, email address, sessions, keys, connectors and notifications are deleted immediately.",
  "Your agents are removed.",
  "The text of your reviews and the contents of your runs are deleted; billing records are anonymized.",
  "Remaining credits are lost.",
];

export interface DeleteAccountDialogProps {
  readonly username: string;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

interface GiveUpBalanceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Asks a user whose balance is not zero to confirm that they give it up. */
function GiveUpBalance({ checked, onChange }: GiveUpBalanceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-14">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--ink)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      Give up my unspent earnings and purchased credits
    </label>
  );
}

/** Says what is deleted, verifies the user, and deletes the account. */
export function DeleteAccountDialog({ username, hasPassword, onClose }: DeleteAccountDialogProps) {
  const formId = useId();
  const leave = useLeaveSession();
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const [givesUp, setGivesUp] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteAccount({ ...(hasPassword && { password }), give_up_balance: givesUp }),
    onSuccess: async () => {
      await leave();
      void notify.success("Your account was deleted");
    },
  });
  const code = remove.error instanceof HttpError ? remove.error.problem?.error : undefined;
  const asksToGiveUp = givesUp || code === "balance_left";

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(hasPassword && password === "");
    if (!hasPassword || password !== "") remove.mutate();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete account"
      description={`This permanently deletes the account ${username}. It cannot be restored.`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" busy={remove.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <ul className="grid list-disc gap-1 pl-5 text-14 text-ink-2">
          {GONE.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {hasPassword && (
          <Field label="Your password" error={missing ? SIGN_IN_TEXTS.passwordRequired : undefined}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => {
                  setPassword(event.target.value);
                  setMissing(false);
                }}
              />
            )}
          </Field>
        )}
        {asksToGiveUp && <GiveUpBalance checked={givesUp} onChange={setGivesUp} />}
        {remove.isError && (
          <FormFailure
            text={getServerDetail(remove.error) ?? "Failed to delete your account. Please try again."}
          />
        )}
      </form>
    </Dialog>
  );
}
