import type { Agent } from "@stoa/contract/catalog";
import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import type { UploadReply } from "@stoa/contract/uploads";
import { type SubmitEvent, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { FormFailure } from "../../../components/form-failure.tsx";
import { Textarea } from "../../../components/textarea.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { useUploadVersion } from "../../../queries/versions.ts";
import { CheckList } from "../upload/check-list.tsx";
import { FileDrop } from "../upload/file-drop.tsx";
import { MissingModelsField } from "../upload/missing-models-field.tsx";
import { OutputNodeField } from "../upload/output-node-field.tsx";
import { ScriptOffer } from "../upload/script-offer.tsx";
import { getShownChecks } from "../upload/shown-checks.ts";
import { useAgentFile } from "../upload/use-agent-file.ts";

export interface NewVersionProps {
  readonly agent: Agent;
  readonly onClose: () => void;
}

/** Uploads a new version of an agent, with the same checks as a new agent and release notes for its users. */
export default function NewVersion({ agent, onClose }: NewVersionProps) {
  const [done, setDone] = useState<UploadReply | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      title={done ? `Version ${done.agent.version} is now current` : `New version of ${agent.name}`}
      description={
        done
          ? "From now on every run of the agent uses it. You can roll back at any time."
          : `We check and test it first. Until it passes, version ${agent.version} stays current.`
      }
    >
      {done ? (
        <div className="grid gap-5">
          <CheckList checks={done.checks} />
          <div>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : (
        <VersionForm agentId={agent.id} onDone={setDone} />
      )}
    </Dialog>
  );
}

interface VersionFormProps {
  readonly agentId: number;
  readonly onDone: (reply: UploadReply) => void;
}

function VersionForm({ agentId, onDone }: VersionFormProps) {
  const upload = useUploadVersion(agentId);
  const [notes, setNotes] = useState("");
  const [outputNode, setOutputNode] = useState("");
  const chosen = useAgentFile({
    onChosen: () => {
      upload.reset();
      setOutputNode("");
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const file = chosen.require();
    const { allowMissingModels } = chosen;
    if (file)
      upload.mutate({ file, notes: notes.trim(), outputNode, allowMissingModels }, { onSuccess: onDone });
  };
  const checks = getShownChecks(chosen.inspection, upload.error, upload.isPending);
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FileDrop {...chosen.drop} />
      <CheckList checks={checks} />
      <ScriptOffer checks={checks} file={chosen.drop.file} onFile={chosen.choose} />
      <MissingModelsField
        checks={checks}
        checked={chosen.allowMissingModels}
        onChange={(allow) => {
          upload.reset();
          chosen.setAllowMissingModels(allow);
        }}
      />
      <OutputNodeField
        inspection={chosen.inspection}
        value={outputNode}
        onChange={(event) => setOutputNode(event.target.value)}
      />
      <Field label="What is new" hint="Shown on the agent's page." aside="optional">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={LIMITS.versionNotesMaxLength}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
      {upload.isError && <FormFailure text={getServerDetail(upload.error) ?? TEXTS.upload.failed} />}
      <Button type="submit" size="lg" busy={upload.isPending}>
        {upload.isPending ? "Uploading and checking" : "Upload version"}
      </Button>
    </form>
  );
}
