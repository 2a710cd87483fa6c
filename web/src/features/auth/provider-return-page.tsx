import type { FinishedSignIn, FinishSignInRequest } from "@stoa/contract/sign-in";
import { PROVIDER_NAMES, type SignInProvider } from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { FormFailure } from "../../components/form-failure.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { finishProviderSignIn } from "../../queries/sign-in.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { LinkAccountForm } from "./link-account-form.tsx";
import { SignInLink } from "./sign-in-link.tsx";
import { useKeepSession } from "./use-keep-session.ts";

interface ProviderReturnPageProps {
  readonly provider: SignInProvider;
  /** The search parameters of the provider's redirect; absent if the user opened the URL directly. */
  readonly returned: FinishSignInRequest | undefined;
  readonly onSignedIn: () => void;
}

/**
 * Shows the page to which Google and GitHub return: finishes the sign-in, once. An existing session stays until another
 * one replaces it, because anyone can send a link to this page.
 */
export function ProviderReturnPage({ provider, returned, onSignedIn }: ProviderReturnPageProps) {
  const name = PROVIDER_NAMES[provider];
  const keepSession = useKeepSession();
  const finish = useMutation({
    mutationFn: async (body: FinishSignInRequest): Promise<FinishedSignIn> => {
      return finishProviderSignIn(provider, body);
    },
    onSuccess: (finished) => {
      if (finished.outcome === "link_needed") return;
      keepSession(finished.session);
      onSignedIn();
    },
  });
  const { mutate } = finish;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !returned) return;
    begun.current = true;
    mutate(returned);
  }, [mutate, returned]);

  if (finish.isError || !returned)
    return (
      <AuthFrame title={`Not signed in with ${name}`} intro="Try again, or use your password.">
        <div className="mt-8 grid gap-4">
          {finish.isError && <FormFailure text={getServerDetail(finish.error) ?? TEXTS.signIn.network} />}
          <SignInLink label="Back to sign in" />
        </div>
      </AuthFrame>
    );
  if (finish.data?.outcome === "link_needed")
    return (
      <LinkAccountForm
        provider={provider}
        email={finish.data.email}
        hasPassword={finish.data.has_password}
        onSignedIn={onSignedIn}
      />
    );
  return (
    <AuthFrame title={`Signing in with ${name}`} intro="This takes a moment.">
      <p className="mt-8 flex items-center gap-3 text-ink-2">
        <Spinner />
        {TEXTS.signIn.verifying}
      </p>
    </AuthFrame>
  );
}
