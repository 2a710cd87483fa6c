import type { AppRequest, AppRequestParameters } from "@stoa/contract/connected-apps";
import type { ReactNode } from "react";
import { Button } from "../../../components/button.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { getServerDetail, hasStatus } from "../../../lib/http-error.ts";
import { useAnswerAppRequest, useAppRequest } from "../../../queries/connected-apps.ts";
import { ConsentForm } from "./consent-form.tsx";

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="grid w-full max-w-[32rem] gap-6">
        <h1 className="wrap-anywhere text-28">{title}</h1>
        {children}
      </div>
    </div>
  );
}

/** Shows a request that the app itself has to correct. */
function RefusedRequest({ detail, returnTo }: { readonly detail: string; readonly returnTo: string }) {
  return (
    <Frame title="This app cannot be connected">
      <p className="wrap-anywhere text-ink-2">The app sent a request that is not valid. {detail}.</p>
      <div>
        <Button variant="outline" onClick={() => window.location.assign(returnTo)}>
          Return to the app
        </Button>
      </div>
    </Frame>
  );
}

/** Shows that the app has its answer. An app on the device opens without closing this page. */
function Answered({ request, returnTo }: { readonly request: AppRequest; readonly returnTo: string }) {
  return (
    <Frame title={`Returning to ${request.app_name}`}>
      <p role="status" className="text-ink-2">
        If nothing happens, <a href={returnTo}>continue to the app</a>. You can close this page afterwards.
      </p>
    </Frame>
  );
}

/** Asks whether an app may run agents for the user, and how much it may spend. */
export function ConsentPage({ parameters }: { readonly parameters: AppRequestParameters }) {
  const checked = useAppRequest(parameters);
  const answer = useAnswerAppRequest();
  if (hasStatus(checked.error, 400))
    return (
      <Frame title="This app cannot be connected">
        <p className="wrap-anywhere text-ink-2">{getServerDetail(checked.error)}.</p>
      </Frame>
    );
  if (checked.isError)
    return <ErrorState title="Failed to load the request of the app" onRetry={() => checked.refetch()} />;
  if (!checked.data)
    return (
      <p role="status" className="page flex items-center gap-3 py-24 text-ink-2">
        <Spinner />
        Checking the app
      </p>
    );
  const { request, refusal } = checked.data;
  if (refusal) return <RefusedRequest detail={refusal.detail} returnTo={refusal.return_to} />;
  if (!request) return null;
  if (answer.data) return <Answered request={request} returnTo={answer.data.return_to} />;
  return (
    <Frame title={`Connect ${request.app_name} to Stoa?`}>
      <ConsentForm
        request={request}
        busy={answer.isPending}
        failure={answer.isError ? (getServerDetail(answer.error) ?? "Failed to send your answer") : undefined}
        onAnswer={(decision, limitPerDay) =>
          answer.mutate(
            { request: parameters, decision, limit_per_day: limitPerDay },
            { onSuccess: ({ return_to }) => window.location.assign(return_to) },
          )
        }
      />
    </Frame>
  );
}
