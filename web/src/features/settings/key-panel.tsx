import { TEXTS } from "@stoa/contract/texts";
import { RefreshCw, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { ApiKeyField } from "../../components/api-key-field.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Panel } from "../../components/panel.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { notify } from "../../lib/notify.ts";
import { useRefreshApiKey } from "../../queries/account.ts";
import { useCurrentUser } from "../../queries/current-user.ts";

/**
 * Shows the API key, masked until revealed. It can be copied, and replaced after a confirmation that names the
 * consequence.
 */
export function KeyPanel() {
  const user = useCurrentUser();
  const refresh = useRefreshApiKey();
  const [asking, setAsking] = useState(false);
  const apiKey = user.data?.api_key;

  const confirm = () =>
    refresh.mutate(undefined, {
      onSuccess: () => notify.success(TEXTS.account.keyRefreshed),
      onError: () => notify.error(TEXTS.account.keyRefreshFailed),
      onSettled: () => setAsking(false),
    });

  if (apiKey === undefined && user.isError) {
    return <ErrorState title={TEXTS.account.apiSettingsFailed} onRetry={() => user.refetch()} />;
  }
  return (
    <Panel className="grid gap-4 p-5">
      {apiKey === undefined ? (
        <Skeleton className="h-9 w-full max-md:h-24" />
      ) : (
        <ApiKeyField
          apiKey={apiKey}
          onCopied={() => notify.success(TEXTS.copy.done("API key"))}
          onFailed={() => notify.error(TEXTS.account.keyCopyFailed)}
        />
      )}
      <p className="flex items-start gap-2.5 text-14 text-ink-2">
        <ShieldAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-warn" />
        <span>
          <strong className="font-medium text-ink">{TEXTS.account.keepKeySecure}</strong>. Anyone with this
          key can spend your credits.
        </span>
      </p>
      <div>
        <Button
          variant="outline"
          size="sm"
          icon={<RefreshCw aria-hidden="true" size={16} />}
          onClick={() => setAsking(true)}
        >
          Refresh
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Refresh API key"
        question={TEXTS.account.keyRefreshConfirm}
        confirmLabel="Refresh API key"
        busy={refresh.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </Panel>
  );
}
