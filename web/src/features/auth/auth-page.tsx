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
import { type AuthFields, type AuthMode, findProblem, getSignInFailure } from "./find-problem.ts";
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

const AUTH_TEXTS = {
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
  /** The path to open after signing in. */
  readonly returnTo: string;
  /** The search parameters of the link to the other mode: they keep the return path. */
  readonly search: { readonly return?: string | undefined };
}

/** Manages the entered fields, the error to show, and the submission. */
function useAuthForm({ mode, returnTo }: Pick<AuthPageProps, "mode" | "returnTo">) {
  const navigate = useNavigate();
  const authenticate = useAuthenticate(mode);
  const [fields, setFields] = useState(EMPTY);
  const [error, setError] = useState<string | null>(null);
  return {
    error,
    busy: authenticate.isPending,
    bind: (name: keyof AuthFields) => ({
      name,
      value: fields[name],
      onChange: (event: { target: HTMLInputElement }) => {
        setFields({ ...fields, [name]: event.target.value });
        setError(null);
      },
    }),
    submit: async (event: SubmitEvent): Promise<void> => {
      event.preventDefault();
      const problem = findProblem(mode, fields);
      setError(problem);
      if (problem !== null) return;
      try {
        await authenticate.mutateAsync(fields);
      } catch (failure) {
        setError(getSignInFailure(failure));
        return;
      }
      await navigate({ href: returnTo, replace: true });
    },
  };
}

/** Shows the fields of the mode and the button that sends them. */
function AuthForm({
  mode,
  form,
}: {
  readonly mode: AuthMode;
  readonly form: ReturnType<typeof useAuthForm>;
}) {
  const { bind, busy, error } = form;
  const texts = AUTH_TEXTS[mode];
  return (
    <form onSubmit={form.submit} className="mt-8">
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
          {busy ? texts.busy : texts.submit}
        </Button>
        {mode === "login" && (
          <Link to="/forgot-password" className="link-alone justify-self-center text-14 text-ink-2">
            Forgot password?
          </Link>
        )}
      </fieldset>
    </form>
  );
}

/** Shows sign-in and registration: one form with two modes, chosen by the path. */
export function AuthPage({ mode, returnTo, search }: AuthPageProps) {
  const texts = AUTH_TEXTS[mode];
  useDocumentTitle(texts.title);
  const form = useAuthForm({ mode, returnTo });

  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="w-full max-w-[26rem]">
        <h1 className="text-36">{texts.title}</h1>
        <p className="mt-2 text-14 text-ink-2">
          {texts.question}{" "}
          <Link to={texts.to} search={search} replace className="link font-medium text-ink">
            {texts.other}
          </Link>
        </p>
        <AuthForm mode={mode} form={form} />
        <p className="label my-6 flex items-center gap-4 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
        <SocialButtons disabled={form.busy} returnTo={returnTo} />
      </div>
    </div>
  );
}
