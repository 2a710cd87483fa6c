import { LIMITS } from "@stoa/contract/limits";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { useSignInMethods } from "../../../queries/sign-in.ts";
import { SettingRow } from "../setting-row.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

/** Opens the dialog that changes the password. */
export function ChangePassword() {
  const methods = useSignInMethods();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow
      title="Password"
      hint="Changing it ends all other sessions."
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
