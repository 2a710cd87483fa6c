import type { Agent } from "@stoa/contract/catalog";
import type { AgentConnector } from "@stoa/contract/connectors";
import { useState } from "react";
import { getServerDetail } from "../../lib/http-error.ts";
import { useAllowAgent } from "../../queries/connector-grants.ts";
import { useConnectors } from "../../queries/connectors.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { FormFailure } from "../form-failure.tsx";
import { Skeleton } from "../skeleton.tsx";
import { ChooseApis } from "./choose-apis.tsx";
import {
  type ChosenApis,
  filterChoosable,
  getChosenApis,
  needsConsent,
  toAllowedUse,
} from "./chosen-apis.ts";
import { ConnectLink } from "./service-action.tsx";
import { needsSettings } from "./service-standing.ts";
import { ServiceUse } from "./service-use.tsx";

export interface ConsentDialogProps {
  readonly agent: Pick<Agent, "id" | "name">;
  /** The services that the agent uses; undefined while they load. */
  readonly uses: readonly AgentConnector[] | undefined;
  /** Whether the run starts after access is granted. */
  readonly thenRun: boolean;
  readonly onAllowed: () => void;
  readonly onClose: () => void;
}

/** Asks the user to grant an agent access to their services, and explains what the access is for. */
export default function ConsentDialog({ agent, uses, thenRun, onAllowed, onClose }: ConsentDialogProps) {
  const allow = useAllowAgent(agent.id);
  const [answers, setAnswers] = useState<ChosenApis>({});
  const connectors = useConnectors();
  const choosable = filterChoosable(connectors.data ?? []);
  const getChosen = (use: AgentConnector) => getChosenApis(use, answers, choosable);
  const usesToConfirm = uses?.filter((use) => needsConsent(use, getChosen(use))) ?? [];
  const ready = usesToConfirm.filter((use) => !use.choose || getChosen(use).length > 0);
  const blocked = thenRun
    ? uses?.some(needsSettings) !== false || ready.length < usesToConfirm.length
    : ready.length === 0;
  const confirm = () => {
    // The user has allowed the access in another window in the meantime.
    if (usesToConfirm.length === 0) onAllowed();
    else
      allow.mutate(
        ready.map((use) => toAllowedUse(use, getChosen(use))),
        { onSuccess: onAllowed },
      );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${agent.name} uses your services`}
      description="Stoa calls the service on your behalf. The agent never sees your credentials. You can revoke access in Settings."
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={thenRun ? "signal" : "primary"}
            busy={allow.isPending}
            disabled={blocked}
            onClick={confirm}
          >
            {thenRun ? "Allow and run" : "Allow"}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {uses === undefined ? (
          <Skeleton className="h-20 w-full" />
        ) : (
          <ul className="divide-y divide-line border border-line bg-surface">
            {uses.map((use) => (
              <ServiceUse
                key={use.service}
                use={use.choose ? { ...use, chosen: [] } : use}
                withState
                action={
                  needsSettings(use) ? (
                    <ConnectLink use={use} />
                  ) : use.choose ? (
                    <ChooseApis
                      use={use}
                      choosable={choosable}
                      chosen={getChosen(use)}
                      onChange={(chosen) => setAnswers({ ...answers, [use.service]: chosen })}
                    />
                  ) : undefined
                }
              />
            ))}
          </ul>
        )}
        {allow.isError && (
          <FormFailure text={getServerDetail(allow.error) ?? "Failed to grant access. Please try again."} />
        )}
      </div>
    </Dialog>
  );
}
