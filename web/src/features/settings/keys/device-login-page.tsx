import type { DeviceLogin } from "@stoa/contract/device-logins";
import { DEFAULT_SCOPES, type Scope } from "@stoa/contract/scope-labels";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { Button, getButtonClass } from "../../../components/button.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Input } from "../../../components/input.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { useDocumentTitle } from "../../../lib/use-document-title.ts";
import { useDecideDeviceLogin, useDeviceLogin } from "../../../queries/device-logins.ts";
import { LimitField } from "./limit-field.tsx";
import { readLimit } from "./read-limit.ts";
import { ScopeChoice } from "./scope-choice.tsx";

/** The proposed spending limit per day. It pays for days of usual work, and bounds the damage of a program in a loop. */
const DAY_LIMIT_USD = "10";

interface FrameProps {
  readonly title: string;
  readonly intro: ReactNode;
  readonly children?: ReactNode;
}

function Frame({ title, intro, children }: FrameProps) {
  useDocumentTitle(title);
  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="w-full max-w-[32rem]">
        <h1 className="text-36">{title}</h1>
        <div role="status" className="mt-2 text-14 text-ink-2">
          {intro}
        </div>
        {children}
      </div>
    </div>
  );
}

const getDetail = (error: Error) => getServerDetail(error) ?? TEXTS.signIn.network;

interface DeviceLoginPageProps {
  /** The code in the URL, or an empty string. */
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Lets the user check and approve the login of a program, such as the command line. */
export function DeviceLoginPage({ code, onCode }: DeviceLoginPageProps) {
  const login = useDeviceLogin(code);
  if (login.isSuccess) return <Decision key={code} login={login.data} />;
  return <CodeForm code={code} error={login.error} isLoading={login.isFetching} onCode={onCode} />;
}

interface CodeFormProps extends DeviceLoginPageProps {
  readonly error: Error | null;
  readonly isLoading: boolean;
}

function CodeForm({ code, error, isLoading, onCode }: CodeFormProps) {
  const [typed, setTyped] = useState(code);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(typed.trim().toUpperCase());
  };
  return (
    <Frame title="Sign in a program" intro="Enter the code that the program shows.">
      <form onSubmit={submit} className="mt-8 grid gap-4">
        <Field
          label="Code"
          hint="Eight letters, such as BCDF-GHJK"
          error={error && typed.trim().toUpperCase() === code ? getDetail(error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              className="mono uppercase"
              required
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={isLoading}>
          Continue
        </Button>
      </form>
    </Frame>
  );
}

function Decision({ login }: { readonly login: DeviceLogin }) {
  const decide = useDecideDeviceLogin(login.user_code);
  const [scopes, setScopes] = useState<readonly Scope[]>(DEFAULT_SCOPES);
  const [perDay, setPerDay] = useState(DAY_LIMIT_USD);
  const [checked, setChecked] = useState(false);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const limit = readLimit(perDay);
    if (scopes.length > 0 && limit !== undefined)
      decide.mutate({ scopes: [...scopes], limit_per_day: limit });
  };

  if (decide.data === "refused")
    return <Frame title="Refused" intro="The program gets no access. You can close this page." />;
  if (decide.data === "approved")
    return (
      <Frame
        title="The program is signed in"
        intro="You can close this page and continue there. You can change or revoke its API key in Settings."
      >
        <div className="mt-8 grid">
          <Link to="/settings/$tab" params={{ tab: "api" }} className={getButtonClass("outline", "lg")}>
            See your API keys
          </Link>
        </div>
      </Frame>
    );
  return (
    <Frame
      title="Sign in this program?"
      intro={
        <>
          A program that calls itself <strong className="wrap-anywhere text-ink">{login.client_name}</strong>{" "}
          wants an API key of your account. Allow this only if you have just started it and it shows the code{" "}
          <strong className="mono whitespace-nowrap text-ink">{login.user_code}</strong>.
        </>
      }
    >
      <form noValidate onSubmit={submit} className="mt-8 grid gap-6">
        <ScopeChoice chosen={scopes} checked={checked} onChange={setScopes} />
        <LimitField
          label="Spending limit per day (UTC)"
          hint="The most that the program can spend from your balance in a day"
          value={perDay}
          checked={checked}
          onChange={setPerDay}
        />
        {decide.isError && <FormFailure text={getDetail(decide.error)} />}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button
            variant="outline"
            size="lg"
            disabled={decide.isPending}
            onClick={() => decide.mutate("refuse")}
          >
            Refuse
          </Button>
          <Button type="submit" variant="primary" size="lg" busy={decide.isPending}>
            Allow
          </Button>
        </div>
      </form>
    </Frame>
  );
}
