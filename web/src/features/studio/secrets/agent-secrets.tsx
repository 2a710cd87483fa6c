import type { AgentSecret } from "@stoa/contract/agent-secrets";
import type { Agent } from "@stoa/contract/catalog";
import { FileInput, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatDay } from "../../../lib/format-time.ts";
import { notify } from "../../../lib/notify.ts";
import { useAgentSecrets, useDeleteAgentSecret } from "../../../queries/agent-secrets.ts";
import { EnvFileDialog } from "./env-file-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

/** The dialog that is open above the list. Without a name, the secret dialog adds a secret. */
type Opened =
  | { kind: "secret"; name: string | undefined }
  | { kind: "env-file" }
  | { kind: "delete"; name: string };

/** Shows the secrets of an agent to its developer: names, never values. */
export default function AgentSecrets({ agent }: { readonly agent: Agent }) {
  const secrets = useAgentSecrets(agent.id);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  if (!secrets.data) {
    return secrets.isError ? (
      <ErrorState title="Failed to load the secrets" onRetry={() => secrets.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  const { secrets: known, missing } = secrets.data;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-14 text-ink-2">
          Environment variables of this agent alone, such as the key of a search service. Values are encrypted
          and never shown again. A new value takes effect on the next run.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpened({ kind: "secret", name: undefined })}
          >
            Add secret
          </Button>
          <Button
            size="sm"
            variant="outline"
            icon={<FileInput aria-hidden="true" size={16} />}
            aria-haspopup="dialog"
            onClick={() => setOpened({ kind: "env-file" })}
          >
            Paste .env
          </Button>
        </div>
      </div>
      <MissingSecrets names={missing} onSet={(name) => setOpened({ kind: "secret", name })} />
      {known.length === 0 && missing.length === 0 && (
        <EmptyState
          icon={<KeyRound aria-hidden="true" size={28} />}
          title="No secrets yet"
          hint="If your agent calls a service with its own key, store the key here instead of in the file."
        />
      )}
      {known.length > 0 && (
        <ul className="divide-y divide-line border border-line bg-surface">
          {known.map((secret) => (
            <SecretRow
              key={secret.name}
              secret={secret}
              onReplace={() => setOpened({ kind: "secret", name: secret.name })}
              onDelete={() => setOpened({ kind: "delete", name: secret.name })}
            />
          ))}
        </ul>
      )}
      {known.length > 0 && (
        <p className="mt-2 max-w-prose text-14 text-ink-3">
          Values are masked in answers, logs, traces and errors. That guards against accidents, not against an
          agent that is persuaded to spell out its key: use keys with narrow permissions.
        </p>
      )}
      {opened?.kind === "secret" && <SecretDialog agentId={agent.id} name={opened.name} onClose={close} />}
      {opened?.kind === "env-file" && <EnvFileDialog agentId={agent.id} onClose={close} />}
      {opened?.kind === "delete" && <DeleteSecret agentId={agent.id} name={opened.name} onClose={close} />}
    </>
  );
}

interface MissingSecretsProps {
  readonly names: readonly string[];
  readonly onSet: (name: string) => void;
}

/** Shows the variables that the file reads and that are not set; nothing if there are none. */
function MissingSecrets({ names, onSet }: MissingSecretsProps) {
  if (names.length === 0) return null;
  return (
    <div role="status" className="mb-4 border-warn border-l-2 bg-surface py-2.5 pr-3 pl-3">
      <p className="text-14">The file of the current version reads variables that are not set:</p>
      <ul className="mt-2 grid gap-2">
        {names.map((name) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-2">
            <code className="mono text-14 [overflow-wrap:anywhere]">{name}</code>
            <Button size="sm" variant="outline" aria-label={`Set ${name}`} onClick={() => onSet(name)}>
              Set
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SecretRowProps {
  readonly secret: AgentSecret;
  readonly onReplace: () => void;
  readonly onDelete: () => void;
}

/** Shows one secret: its name, when it was set, and its actions. */
function SecretRow({ secret: { name, is_masked, updated_at }, onReplace, onDelete }: SecretRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <code className="mono font-medium text-14 [overflow-wrap:anywhere]">{name}</code>
          {!is_masked && <Badge tone="warn">Too short to be masked</Badge>}
        </p>
        <p className="text-12 text-ink-3">Set {formatDay(updated_at)}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" variant="outline" aria-label={`Replace ${name}`} onClick={onReplace}>
          Replace
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}

interface DeleteSecretProps {
  readonly agentId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before it deletes a secret. */
function DeleteSecret({ agentId, name, onClose }: DeleteSecretProps) {
  const remove = useDeleteAgentSecret(agentId);
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      question="Runs that start from now on do not have this variable. Active runs keep it until they end."
      confirmLabel="Delete secret"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(name, {
          onSuccess: () => {
            void notify.success(`${name} deleted`);
            onClose();
          },
          onError: () => void notify.error(`Failed to delete ${name}. Please try again.`),
        })
      }
    />
  );
}
