import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SettingRow } from "../setting-row.tsx";
import { DeleteAccountDialog, type DeleteAccountDialogProps } from "./delete-account-dialog.tsx";

/** The way to the end of one's account. */
export function DeleteAccount(props: Omit<DeleteAccountDialogProps, "onClose">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SettingRow
        title="Delete your account"
        hint="For good. Your agents are withdrawn, your keys stop working, and what was written in your runs goes."
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
