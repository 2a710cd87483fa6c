import type { FinishConsentRequest } from "@stoa/contract/connectors";
import { TEXTS } from "@stoa/contract/texts";
import { useEffect, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Spinner } from "../../../components/spinner.tsx";
import { notify } from "../../../lib/notify.ts";
import { useFinishConsent } from "../../../queries/connectors.ts";
import { describeFailure } from "./connector-failure.ts";

export interface ConsentReturnPageProps {
  readonly service: string;
  /** The search parameters of the service's redirect; absent if the user opened the URL directly. */
  readonly returned: FinishConsentRequest | undefined;
  readonly onConnected: () => void;
  /** Links back to the form that connects the service. */
  readonly onAgain: () => void;
}

/** Handles the redirect after the user has allowed access at a service, and creates the connector once. */
export function ConsentReturnPage({ service, returned, onConnected, onAgain }: ConsentReturnPageProps) {
  const { mutate, error, isError } = useFinishConsent(service);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || !returned) return;
    begun.current = true;
    mutate(returned, {
      onSuccess: () => {
        void notify.success("Connector added successfully");
        onConnected();
      },
    });
  }, [mutate, returned, onConnected]);

  if (returned && !isError)
    return (
      <p className="flex items-center gap-3 text-ink-2">
        <Spinner />
        Connecting...
      </p>
    );
  return (
    <div className="grid justify-items-start gap-4">
      <h2 className="text-22">Not connected</h2>
      {isError && <FormFailure text={describeFailure(error, TEXTS.connectors.addFailed)} />}
      <Button variant="outline" onClick={onAgain}>
        Start again
      </Button>
    </div>
  );
}
