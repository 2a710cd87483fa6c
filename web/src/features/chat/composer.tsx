import type { Estimate } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { ArrowUp, Paperclip, Square, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import { IconButton } from "../../components/icon-button.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { Textarea } from "../../components/textarea.tsx";
import { cx } from "../../lib/class-names.ts";
import { formatUsdFull } from "../../lib/format.ts";
import { getComposerAction } from "./composer-keys.ts";

interface ComposerProps {
  readonly agentName: string;
  readonly text: string;
  readonly isRunning: boolean;
  readonly isStopping: boolean;
  readonly isEditing: boolean;
  readonly canSend: boolean;
  /** The cost of the message as typed; undefined if it is not known. */
  readonly estimate: Estimate | undefined;
  readonly ref: Ref<HTMLTextAreaElement>;
  /** The files that go with the message. */
  readonly attachments?: ReactNode;
  /** Opens the picker for files; undefined if the agent takes no files. */
  readonly onAttach?: (() => void) | undefined;
  /** The button for voice input, if the browser has it. */
  readonly voice?: ReactNode;
  /** Whether a file is not uploaded yet. */
  readonly isUploading?: boolean;
  readonly onPasteFiles: (files: readonly File[]) => void;
  readonly onChange: (text: string) => void;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly onEditLast: () => void;
  readonly onCancelEdit: () => void;
}

/** Edits and sends a message. The text area keeps the focus while the agent answers. */
export function Composer(props: ComposerProps) {
  const { agentName, text, isRunning, isStopping, isEditing, canSend, ref } = props;
  const noteId = useId();
  const actions = {
    send: () => canSend && !isRunning && props.onSend(),
    stop: props.onStop,
    edit_last: props.onEditLast,
    cancel_edit: props.onCancelEdit,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { isComposing } = event.nativeEvent;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const action = getComposerAction(
      { key, shiftKey, ctrlKey, metaKey, altKey, isComposing },
      { text, isRunning, isEditing },
    );
    if (action === null) return;
    event.preventDefault();
    // In the agent's dialog, Escape would also close the dialog.
    event.stopPropagation();
    actions[action]();
  };
  return (
    <form
      className="border-line border-t bg-surface px-3 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        actions.send();
      }}
    >
      {isEditing && (
        <p className="mb-1 flex items-center justify-between gap-2 text-14 text-ink-2">
          Editing your message. Sending it creates a new version.
          <IconButton label="Cancel editing" framed={false} onClick={props.onCancelEdit}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        </p>
      )}
      {props.attachments}
      <div className="relative flex items-end gap-2">
        {props.onAttach !== undefined && (
          <IconButton label="Attach files" className="size-11" onClick={props.onAttach}>
            <Paperclip aria-hidden="true" size={18} />
          </IconButton>
        )}
        <Textarea
          ref={ref}
          rows={1}
          aria-label={`Message to ${agentName}`}
          aria-describedby={noteId}
          placeholder={`Message ${agentName}`}
          enterKeyHint="send"
          value={text}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const { files } = event.clipboardData;
            // Office programs put a picture of copied text next to the text.
            if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
            event.preventDefault();
            props.onPasteFiles([...files]);
          }}
          className="field-sizing-content max-h-48 min-h-11 resize-none!"
        />
        {props.voice}
        <SendButton running={isRunning} stopping={isStopping} ready={canSend} onStop={props.onStop} />
      </div>
      <ComposerNote
        id={noteId}
        isUploading={props.isUploading ?? false}
        estimate={text.trim() === "" ? undefined : props.estimate}
      />
    </form>
  );
}

interface SendButtonProps {
  readonly running: boolean;
  readonly stopping: boolean;
  readonly ready: boolean;
  readonly onStop: () => void;
}

/** Shows Send, which becomes Stop while running. It is one button with two states, so that it keeps the focus. */
function SendButton({ running, stopping, ready, onStop }: SendButtonProps) {
  return (
    <IconButton
      type={running ? "button" : "submit"}
      label={running ? "Stop" : "Send"}
      aria-busy={(running && stopping) || undefined}
      disabled={!running && !ready}
      framed={running}
      {...(running && { onClick: onStop })}
      className={cx("size-11", !running && "bg-signal text-on-signal hover:bg-signal-hover")}
    >
      {running ? (
        stopping ? (
          <Spinner />
        ) : (
          <Square aria-hidden="true" size={14} />
        )
      ) : (
        <ArrowUp aria-hidden="true" size={18} />
      )}
    </IconButton>
  );
}

interface ComposerNoteProps {
  readonly id: string;
  readonly isUploading: boolean;
  readonly estimate: Estimate | undefined;
}

/** Shows what the message waits for, the cost of the typed message, otherwise the keys of the composer. The line keeps its height. */
function ComposerNote({ id, isUploading, estimate }: ComposerNoteProps) {
  return (
    <p id={id} className="mt-1.5 text-12 md:min-h-5 text-ink-2">
      {isUploading ? (
        "You can send the message when all files are uploaded."
      ) : estimate === undefined ? (
        <span className="max-md:hidden">
          Enter sends the message. Shift+Enter adds a line. Escape stops the agent.
        </span>
      ) : estimate.affordable ? (
        <>
          {estimate.typical_cost !== null && `Typically ${formatUsdFull(estimate.typical_cost)}. `}
          At most {formatUsdFull(estimate.max_cost)}.
        </>
      ) : (
        <span className="text-danger">{TEXTS.run.noCredits}</span>
      )}
    </p>
  );
}
