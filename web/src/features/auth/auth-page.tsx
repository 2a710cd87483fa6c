import { TEXTS } from "@stoa/contract/texts";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Input } from "../../components/input.tsx";
import { endSession } from "../../lib/session.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { register, signIn } from "../../queries/sign-in.ts";
import { failureText } from "./failure-text.ts";
import { type AuthFields, type AuthMode, findProblem } from "./find-problem.ts";
import { SocialButtons } from "./social-buttons.tsx";
import { useKeepSession } from "./use-keep-session.ts";

/** Signs in or registers, and stores the token. */
function useAuthenticate(mode: AuthMode) {
  const keepSession = useKeepSession();
  return useMutation({
    mutationFn: async ({ username, email, password }: AuthFields) => {
      endSession();
      return mode === "login" ? signIn({ email, password }) : register({ username, email, password });
    },
    onSuccess: keepSession,
  });
}

const EMPTY: AuthFields = { username: "", email: "", password: "", confirmation: "" };

const WORDS = {
  login: {
    title: "Sign in",
    submit: "Sign In",
    busy: TEXTS.signIn.busyLogin,
    question: "No account yet?",
    other: "Create one",
    to: "/register",
  },
  register: {
    title: "Create your account",
    submit: "Create Account",
    busy: TEXTS.signIn.busyRegister,
    question: "Already have an account?",
    other: "Sign in",
    to: "/signin",
  },
} as const;

interface AuthPageProps {
  readonly mode: AuthMode;
  /** The path to go to afterwards. */
  readonly returnTo: string;
  /** The search parameters of the link to the other mode: they keep the return path. */
  readonly search: { readonly return?: string | undefined };
}

/** Shows sign-in and registration: one form with two modes, chosen by the path. */
export function AuthPage({ mode, returnTo, search }: AuthPageProps) {
  const words = WORDS[mode];
  useDocumentTitle(words.title);
  const navigate = useNavigate();
  const authenticate = useAuthenticate(mode);
  const [fields, setFields] = useState(EMPTY);
  const [error, setError] = useState<string | null>(null);
  const busy = authenticate.isPending;

  const bind = (name: keyof AuthFields) => ({
    name,
    value: fields[name],
    onChange: (event: { target: HTMLInputElement }) => {
      setFields({ ...fields, [name]: event.target.value });
      setError(null);
    },
  });

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const problem = findProblem(mode, fields);
    setError(problem);
    if (problem !== null) return;
    try {
      await authenticate.mutateAsync(fields);
    } catch (failure) {
      setError(failureText(failure));
      return;
    }
    await navigate({ href: returnTo, replace: true });
  }

  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="w-full max-w-[26rem]">
        <h1 className="text-36">{words.title}</h1>
        <p className="mt-2 text-14 text-ink-2">
          {words.question}{" "}
          <Link to={words.to} search={search} replace className="link font-medium text-ink">
            {words.other}
          </Link>
        </p>
        <form onSubmit={submit} className="mt-8">
          <fieldset disabled={busy} className="grid gap-4">
            {mode === "register" && (
              <Field label="Username">
                {(control) => (
                  <Input {...control} {...bind("username")} autoComplete="username" autoCapitalize="none" />
                )}
              </Field>
            )}
            <Field label="Email">
              {(control) => <Input {...control} {...bind("email")} type="email" autoComplete="email" />}
            </Field>
            <Field label="Password">
              {(control) => (
                <Input
                  {...control}
                  {...bind("password")}
                  type="password"
                  autoComplete={mode === "login" ? "current-password" : "new-password"}
                />
              )}
            </Field>
            {mode === "register" && (
              <Field label="Confirm password">
                {(control) => (
                  <Input {...control} {...bind("confirmation")} type="password" autoComplete="new-password" />
                )}
              </Field>
            )}
            {error !== null && (
              <p role="alert" className="border-danger border-l-2 bg-surface py-2.5 pl-3 text-14 text-danger">
                {error}
              </p>
            )}
            <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
              {busy ? words.busy : words.submit}
            </Button>
            {mode === "login" && (
              <Link to="/forgot-password" className="link-alone justify-self-center text-14 text-ink-2">
                Forgot password?
              </Link>
            )}
          </fieldset>
        </form>
        <p className="label my-6 flex items-center gap-4 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <SocialButtons disabled={busy} returnTo={returnTo} />
      </div>
    </div>
  );
}
