import { PROVIDER_NAMES, SIGN_IN_PROVIDERS, type SignInProvider } from "@stoa/contract/sign-in-texts";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { formatDay } from "../../../lib/format-time.ts";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { useLinkedSignIns, useSignInMethods, useUnlinkSignIn } from "../../../queries/sign-in.ts";
import { SettingRow } from "../setting-row.tsx";

/** Shows whether Google and GitHub are linked, and how to link them. */
export function LinkedSignIns() {
  const linked = useLinkedSignIns();
  const methods = useSignInMethods();
  const unlink = useUnlinkSignIn();
  const [providerToUnlink, setProviderToUnlink] = useState<SignInProvider | null>(null);

  const unlinkProvider = (provider: SignInProvider) =>
    unlink.mutate(provider, {
      onSuccess: () => notify.success(`${PROVIDER_NAMES[provider]} unlinked`),
      onError: (error) =>
        notify.error(
          getServerDetail(error) ?? `Failed to unlink ${PROVIDER_NAMES[provider]}. Please try again.`,
        ),
      onSettled: () => setProviderToUnlink(null),
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
                : getNotLinkedText(provider, methods.data?.[provider], linked.isError)
            }
            action={
              link && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Unlink ${PROVIDER_NAMES[provider]}`}
                  onClick={() => setProviderToUnlink(provider)}
                >
                  Unlink
                </Button>
              )
            }
          />
        );
      })}
      <ConfirmDialog
        open={providerToUnlink !== null}
        title="Unlink sign-in"
        question={
          providerToUnlink === null
            ? ""
            : `You can no longer sign in with ${PROVIDER_NAMES[providerToUnlink]}. Your password still works.`
        }
        confirmLabel="Unlink"
        busy={unlink.isPending}
        onConfirm={() => providerToUnlink !== null && unlinkProvider(providerToUnlink)}
        onClose={() => setProviderToUnlink(null)}
      />
    </>
  );
}

function getNotLinkedText(provider: SignInProvider, enabled: boolean | undefined, failed: boolean): string {
  if (failed) return "Could not check whether it is linked.";
  if (enabled === false) return `Sign-in with ${PROVIDER_NAMES[provider]} is not enabled on this server.`;
  return `Not linked. Sign in with ${PROVIDER_NAMES[provider]} using the same email address and confirm your password to link it.`;
}
