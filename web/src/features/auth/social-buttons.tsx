import {
  PROVIDER_NAMES,
  SIGN_IN_PROVIDERS,
  SIGN_IN_TEXTS,
  type SignInProvider,
} from "@stoa/contract/sign-in-texts";
import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { getServerDetail } from "../../lib/http-error.ts";
import { notify } from "../../lib/notify.ts";
import { startProviderSignIn, useSignInMethods } from "../../queries/sign-in.ts";
import { rememberWayBack } from "./way-back.ts";

const GOOGLE = (
  <svg aria-hidden="true" width="16" height="16" viewBox="0 0 24 24" fill="currentColor">
    <path d="M21.8 10.2H12v3.9h5.6c-.5 2.6-2.7 4-5.6 4a6.1 6.1 0 1 1 3.9-10.8l2.9-2.9A10.1 10.1 0 1 0 12 22.1c5.8 0 9.9-4.1 9.9-9.9 0-.7 0-1.3-.1-2z" />
  </svg>
);
const GITHUB = (
  <svg aria-hidden="true" width="16" height="16" viewBox="0 0 24 24" fill="currentColor">
    <path d="M12 1.9a10.1 10.1 0 0 0-3.2 19.7c.5.1.7-.2.7-.5v-1.8c-2.8.6-3.4-1.3-3.4-1.3-.5-1.2-1.1-1.5-1.1-1.5-.9-.6.1-.6.1-.6 1 .1 1.5 1 1.5 1 .9 1.6 2.4 1.1 3 .9.1-.7.3-1.1.6-1.4-2.2-.3-4.6-1.1-4.6-5 0-1.1.4-2 1-2.7-.1-.3-.4-1.3.1-2.7 0 0 .9-.3 2.8 1a9.6 9.6 0 0 1 5.1 0c1.9-1.3 2.8-1 2.8-1 .5 1.4.2 2.4.1 2.7.7.7 1 1.6 1 2.7 0 3.9-2.4 4.7-4.6 5 .4.3.7.9.7 1.9v2.7c0 .3.2.6.7.5A10.1 10.1 0 0 0 12 1.9z" />
  </svg>
);

interface SocialButtonsProps {
  readonly disabled: boolean;
  /** The path to open after signing in. */
  readonly returnTo: string;
}

/**
 * Shows the buttons for Google and GitHub. The button of a provider that the operator has not enabled is disabled, with
 * a note that says so.
 */
export function SocialButtons(props: SocialButtonsProps) {
  const { data: methods } = useSignInMethods();
  const missing = SIGN_IN_PROVIDERS.filter((provider) => methods?.[provider] === false);
  const isMissing = (provider: SignInProvider) => missing.includes(provider);
  return (
    <div className="grid grid-cols-2 gap-2">
      <SocialButton
        {...props}
        disabled={props.disabled || isMissing("google")}
        provider="google"
        icon={GOOGLE}
      />
      <SocialButton
        {...props}
        disabled={props.disabled || isMissing("github")}
        provider="github"
        icon={GITHUB}
      />
      {missing.length > 0 && (
        <p className="col-span-2 text-14 text-ink-2">{SIGN_IN_TEXTS.notEnabled(missing)}</p>
      )}
    </div>
  );
}

interface SocialButtonProps extends SocialButtonsProps {
  readonly provider: SignInProvider;
  readonly icon: ReactNode;
}

function SocialButton({ provider, icon, disabled, returnTo }: SocialButtonProps) {
  const begin = useMutation({
    mutationFn: async () => {
      const address = await startProviderSignIn(provider);
      rememberWayBack(returnTo);
      location.assign(address);
    },
    onError: (error) => notify.error(getServerDetail(error) ?? TEXTS.signIn.network),
  });
  return (
    <Button
      variant="outline"
      icon={icon}
      disabled={disabled}
      busy={begin.isPending}
      onClick={() => begin.mutate()}
    >
      {PROVIDER_NAMES[provider]}
    </Button>
  );
}
