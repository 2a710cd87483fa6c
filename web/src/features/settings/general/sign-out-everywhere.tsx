import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { signOutEverywhere } from "../../../queries/account.ts";
import { SettingRow } from "../setting-row.tsx";
import { useLeaveSession } from "../use-leave-session.ts";

/** Ends every session, including this one, after a confirmation. */
export function SignOutEverywhere() {
  const leave = useLeaveSession();
  const [asking, setAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: leave,
    onError: (error) => {
      setAsking(false);
      void notify.error(getServerDetail(error) ?? "Failed to sign out everywhere");
    },
  });
  return (
    <>
      <SettingRow
        title="Sign out everywhere"
        hint="Signs you out on all devices. API keys keep working."
        action={
          <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        }
      />
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere"
        question="You will be signed out on all devices, including this one. API keys keep working."
        confirmLabel="Sign out everywhere"
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
