import { SIGN_IN_WORDS } from "@stoa/contract/sign-in-words";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../../components/button.tsx";
import { call } from "../../../lib/call.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";
import { SettingRow } from "../setting-row.tsx";
import { useSignInMethods } from "./use-sign-in-methods.ts";

export interface PasswordLinkProps {
  readonly email: string;
  /** Unknown until the server has answered. */
  readonly hasPassword: boolean | undefined;
}

/** Sets a first or another password, by a link to one's mailbox. */
export function PasswordLink({ email, hasPassword }: PasswordLinkProps) {
  const methods = useSignInMethods();
  const sendsMail = methods.data?.mail ?? true;
  const ask = useMutation({
    mutationFn: async () => {
      const { signInRoutes } = await loadSettingsContract();
      return call(signInRoutes.forgotPassword, { body: { email } });
    },
    onError: (error) => notify.error(serverDetail(error) ?? "Failed to ask for the link"),
  });
  const way = sendsMail
    ? SIGN_IN_WORDS.linkSentTo(email)
    : "This server does not send mail: the people who run it find the link in their log and pass it on to you.";
  return (
    <SettingRow
      title="Password"
      hint={`${hasPassword === false ? "You have none yet. " : ""}${way} Setting a password signs you out everywhere.`}
      action={
        <Button
          size="sm"
          variant="outline"
          busy={ask.isPending}
          disabled={hasPassword === undefined || ask.isSuccess}
          onClick={() => ask.mutate()}
        >
          {hasPassword === false ? "Set a password" : "Change password"}
        </Button>
      }
    >
      {ask.isSuccess && (
        <p role="status" className="mt-3 border-info border-l-2 bg-sunken px-3 py-2.5 text-14">
          {sendsMail ? `A link is on its way to ${email}.` : "The link stands in this server's log now."}
        </p>
      )}
    </SettingRow>
  );
}
