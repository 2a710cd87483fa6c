import type { Agent } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link, useNavigate } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { Button, getButtonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { notify } from "../../lib/notify.ts";
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
  return useSignedIn() ? <TryPanel agent={agent} addressed={addressed} /> : <SignInPrompt />;
}

function SignInPrompt() {
  const navigate = useNavigate();
  const goToSignIn = () => {
    void notify.info(TEXTS.run.signInToTry);
    void navigate({ to: "/signin", search: { return: location.pathname + location.search } });
  };
  return (
    <EmptyState
      title={TEXTS.run.signInToTry}
      hint="New accounts start with credits, so your first runs are free."
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button icon={<LogIn aria-hidden="true" size={16} />} onClick={goToSignIn}>
            Sign In
          </Button>
          <Link
            to="/register"
            search={{ return: location.pathname + location.search }}
            className={getButtonClass("outline")}
          >
            Create an account
          </Link>
        </span>
      }
    />
  );
}
