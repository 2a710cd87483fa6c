import { APP_SCOPES, type AppRequest } from "@stoa/contract/connected-apps";
import { Link } from "@tanstack/react-router";
import { Check, TriangleAlert } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useCurrentUser } from "../../../queries/current-user.ts";
import { LimitField } from "../keys/limit-field.tsx";
import { readLimit, toLimitText } from "../keys/read-limit.ts";
import { APP_SCOPE_TEXTS, describeOrigin, describeRedirect } from "./app-texts.ts";

/** Shows who the app is, and where it receives the answer. */
function AppIdentity({ request }: { readonly request: AppRequest }) {
  return (
    <>
      <dl className="grid gap-3 text-14">
        <div>
          <dt className="label">App</dt>
          <dd className="wrap-anywhere">
            {request.app_name}
            <span className="block text-ink-2">{describeOrigin(request)}</span>
          </dd>
        </div>
        <div>
          <dt className="label">Returns to</dt>
          <dd className="wrap-anywhere">{describeRedirect(request)}</dd>
        </div>
      </dl>
      {request.verified_host === null && (
        <p className="flex gap-2 border-line border-t pt-4 text-14 text-ink-2">
          <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          The app chose this name itself. Continue only if you have just started to connect it.
        </p>
      )}
    </>
  );
}

/** Lists what the app can do. */
function Permissions({ request: { scopes, agent } }: { readonly request: AppRequest }) {
  return (
    <section>
      <h2 className="text-16">It will be able to</h2>
      <ul className="mt-2 grid gap-2 text-14">
        {APP_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
          <li key={scope} className="flex gap-2">
            <Check aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            {APP_SCOPE_TEXTS[scope]}
          </li>
        ))}
      </ul>
      <p className="wrap-anywhere mt-2 text-14 text-ink-2">
        {agent === null
          ? "With every agent that you can run. It cannot change your agents, connectors or account."
          : `Only with the agent ${agent.name}. It cannot change your agents, connectors or account.`}
      </p>
    </section>
  );
}

interface ConsentFormProps {
  readonly request: AppRequest;
  readonly busy: boolean;
  /** Why the server did not accept the answer. */
  readonly failure: string | undefined;
  readonly onAnswer: (decision: "allow" | "refuse", limitPerDay: number | null) => void;
}

/** Shows what an app asks for, with the limit that the user sets, and takes the user's answer. */
export function ConsentForm({ request, busy, failure, onAnswer }: ConsentFormProps) {
  const { data: user } = useCurrentUser();
  const [limit, setLimit] = useState(toLimitText(request.limit_per_day));
  const [checked, setChecked] = useState(false);
  const canRun = request.scopes.includes("run");

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const limitPerDay = readLimit(limit);
    if (limitPerDay !== undefined) onAnswer("allow", limitPerDay);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <Panel className="grid gap-4 p-5">
        <AppIdentity request={request} />
      </Panel>
      <Permissions request={request} />
      {canRun && (
        <LimitField
          label="Spending limit per day (UTC)"
          hint="From your balance, for all runs that the app starts. Leave empty for no limit."
          value={limit}
          checked={checked}
          onChange={setLimit}
        />
      )}
      {failure !== undefined && <FormFailure text={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={busy}>
          Allow
        </Button>
        <Button size="lg" variant="outline" disabled={busy} onClick={() => onAnswer("refuse", null)}>
          Refuse
        </Button>
      </div>
      <p className="text-14 text-ink-2">
        You are signed in as {user?.username}. You can revoke the access at any time in{" "}
        <Link to="/settings/$tab" params={{ tab: "api" }} search={{ part: "apps" }} className="link">
          Settings
        </Link>
        .
      </p>
    </form>
  );
}
