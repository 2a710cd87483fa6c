import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { SignInPrompt } from "../../components/sign-in-prompt.tsx";
import { useSignedIn } from "../../lib/session.ts";
import { TryPanel } from "./try-panel.tsx";
import type { AddressedRun } from "./use-try-run.ts";

export interface TryTabProps {
  readonly agent: Agent;
  /** The run that the URL names, if the screen stores it there. */
  readonly addressed?: AddressedRun | undefined;
}

/** Shows the Try It form, or a prompt to sign in. */
export default function TryTab({ agent, addressed }: TryTabProps) {
  return useSignedIn() ? (
    <TryPanel agent={agent} addressed={addressed} />
  ) : (
    <SignInPrompt title={TEXTS.run.signInToTry} />
  );
}
