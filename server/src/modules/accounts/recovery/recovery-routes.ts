import { nanoToUsd, signInRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { Accounts } from "../service.ts";

/**
 * Mounts the routes that mail links for resetting a password and confirming an email address, and the routes that use
 * them.
 */
export function mountRecoveryRoutes(mount: Mount, accounts: Accounts): void {
  mount.open(signInRoutes.forgotPassword, async ({ body, request }) => {
    await accounts.passwords.requestReset(body.email, request.network);
    return { success: true } as const;
  });

  mount.open(signInRoutes.resetPassword, async ({ body }) => {
    await accounts.passwords.set(body);
    return { success: true } as const;
  });

  mount.open(signInRoutes.confirmEmail, async ({ body }) => {
    const { email, credits } = await accounts.emails.confirm(body.token);
    return { email, starting_credits: nanoToUsd(credits) };
  });

  mount.signedIn(signInRoutes.resendConfirmation, async ({ caller, request }) => {
    await accounts.confirmation.resend(caller, request.network);
    return { success: true } as const;
  });
}
