import { Link, useNavigate } from "@tanstack/react-router";
import { LogIn } from "lucide-react";
import { notify } from "../lib/notify.ts";
import { Button, getButtonClass } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Asks a visitor to sign in, and returns them to this page afterward. */
export function SignInPrompt({ title }: { readonly title: string }) {
  const navigate = useNavigate();
  const goToSignIn = () => {
    void notify.info(title);
    void navigate({ to: "/signin", search: { return: location.pathname + location.search } });
  };
  return (
    <EmptyState
      title={title}
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
