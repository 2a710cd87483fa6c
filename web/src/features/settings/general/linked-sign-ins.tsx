import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type SignInProvider } from "@stoa/contract/sign-in-texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { formatDay } from "../../../lib/format-time.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useLinkedSignIns, useSignInMethods, useUnlinkSignIn } from "../../../queries/sign-in.ts";
import { SettingRow } from "../setting-row.tsx";

/** Shows whether Google and GitHub are linked, and how to link them. */
export function LinkedSignIns() {
  const linked = useLinkedSignIns();
  const methods = useSignInMethods();
  const unlink = useUnlinkSignIn();
  const [asked, setAsked] = useState<SignInProvider | null>(null);

  const unlinkAsked = (provider: SignInProvider) =>
    unlink.mutate(provider, {
      onSuccess: () => notify.success(`${PROVIDER_NAMES[provider]} unlinked`),
      onError: (error) => notify.error(serverDetail(error) ?? "Failed to unlink"),
      onSettled: () => setAsked(null),
    });

  return (
    <>
      {SIGN_IN_PROVIDERS.map((provider) => {
        const link = linked.data?.sign_ins.find((one) => one.provider === provider);
        return (
          <SettingRow
            key={provider}
            title={PROVIDER_NAMES[provider]}
            hint={
              link
                ? `Signs you in as ${link.email}. Linked ${formatDay(link.linked_at)}, last used ${formatDay(link.last_used_at)}.`
                : notLinkedText(provider, methods.data?.[provider], linked.isError)
            }
            action={
              link && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Unlink ${PROVIDER_NAMES[provider]}`}
                  onClick={() => setAsked(provider)}
                >
                  Unlink
                </Button>
              )
            }
          />
        );
      })}
      <ConfirmDialog
        open={asked !== null}
        title="Unlink sign-in"
        question={
          asked === null
            ? ""
            : `You can no longer sign in with ${PROVIDER_NAMES[asked]}. Your password still works.`
        }
        confirmLabel="Unlink"
        busy={unlink.isPending}
        onConfirm={() => asked !== null && unlinkAsked(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function notLinkedText(provider: SignInProvider, enabled: boolean | undefined, failed: boolean): string {
  if (failed) return "Could not load whether it is linked.";
  if (enabled === false) return `Sign-in with ${PROVIDER_NAMES[provider]} is not enabled on this server.`;
  return `Not linked. Sign in with ${PROVIDER_NAMES[provider]} using the same email address and confirm your password to link it.`;
}
