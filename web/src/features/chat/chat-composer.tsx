import { lazyRouteComponent } from "@tanstack/react-router";
import { type RefObject, Suspense } from "react";
import { hasPendingFile } from "../../lib/file-input.ts";
import { useEstimate } from "../../queries/runs.ts";
import type { AttachmentBarHandle } from "./attachment-bar.tsx";
import { Composer } from "./composer.tsx";
import type { useComposer } from "./use-composer.ts";

const AttachmentBar = lazyRouteComponent(() => import("./attachment-bar.tsx"));
const VoiceButton = lazyRouteComponent(() => import("./voice-button.tsx"));

interface ChatComposerProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly bar: RefObject<AttachmentBarHandle | null>;
  readonly agentName: string;
  readonly composer: ReturnType<typeof useComposer>;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Shows the composer with the cost of the typed message, and the files that go with it. */
export function ChatComposer({ ref, bar, agentName, composer, onFiles }: ChatComposerProps) {
  const { chat, request, fields } = composer;
  const { fileParams, values } = fields;
  const takesFiles = fileParams.length > 0;
  const estimate = useEstimate(request);
  const isRunning = chat.run.state.phase === "executing";
  const hasVoice = "SpeechRecognition" in globalThis || "webkitSpeechRecognition" in globalThis;
  return (
    <Composer
      ref={ref}
      agentName={agentName}
      text={composer.text}
      isRunning={isRunning}
      isStopping={chat.run.stopping}
      isEditing={composer.isEditing}
      canSend={composer.canSend}
      attachments={
        takesFiles && (
          <Suspense>
            <AttachmentBar ref={bar} params={fileParams} values={values} onChange={fields.change} />
          </Suspense>
        )
      }
      onAttach={takesFiles ? () => bar.current?.choose() : undefined}
      voice={
        hasVoice && (
          <Suspense fallback={<div className="size-11" />}>
            <VoiceButton box={ref} isRunning={isRunning} onChange={composer.setText} />
          </Suspense>
        )
      }
      isUploading={fileParams.some((param) => hasPendingFile(param, values[param.name] ?? ""))}
      onPasteFiles={onFiles}
      estimate={request === null ? undefined : estimate.data}
      onChange={composer.setText}
      onSend={composer.send}
      onStop={chat.run.stop}
      onEditLast={composer.editLast}
      onCancelEdit={composer.cancelEdit}
    />
  );
}
