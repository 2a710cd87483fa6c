import { ApiError, type UploadReply } from "../../../js/src/index.ts";
import { createUsageError, EXIT, type ExitCode, explainError } from "../errors.ts";
import { LISTING_OPTIONS, type PublishOptions, prepareAgent, prepareVersion } from "../new-upload.ts";
import { openSession, type Session } from "../session.ts";
import { noteStyles, outputStyles, printJson, printLine, printNote, toPrintable } from "../terminal.ts";
import { printChecks } from "../upload-checks.ts";
import { readUploadFile } from "../upload-file.ts";

/** Uploads a new agent, or a new version of one, and prints its checks. Returns 1 if it was refused. */
export async function publish(path: string, options: PublishOptions): Promise<ExitCode> {
  checkOptions(options);
  const session = openSession(options);
  const upload = readUploadFile(path);
  const send =
    options.agent === undefined
      ? await prepareAgent(session, upload, options)
      : await prepareVersion(session, upload, options.agent, options);
  if (send === undefined) {
    printNote("Nothing was uploaded.");
    return EXIT.failed;
  }
  printNote(
    noteStyles.dim(`Uploading ${upload.filename} to ${session.server}. The trial run takes up to 2 minutes.`),
  );
  try {
    showReply(session, await send(), options);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showRefusal(session, error, options);
  }
}

function checkOptions(options: PublishOptions): void {
  const given = LISTING_OPTIONS.find((name) => options[name] !== undefined);
  if (options.agent !== undefined && given !== undefined)
    throw createUsageError(
      `--${given} belongs to the agent, not to a version. Leave it out, or change it in the studio.`,
    );
  if (options.agent === undefined && options.notes !== undefined)
    throw createUsageError("--notes belongs to a new version. Add --agent ID, or leave it out.");
}

function showReply({ server }: Session, { agent, checks }: UploadReply, { json }: PublishOptions): void {
  if (json) {
    printJson({ agent_id: agent.id, version: agent.version, url: `${server}/agent/${agent.id}`, checks });
    return;
  }
  printChecks(checks);
  printLine(outputStyles.green(`Published version ${agent.version}: ${server}/agent/${agent.id}`));
}

/** Shows which checks failed, or which fields are invalid. */
function showRefusal({ server }: Session, error: ApiError, { json }: PublishOptions): ExitCode {
  const { lines, exitCode } = explainError(error, server);
  if (json) {
    printJson({ error: error.code, detail: error.detail, errors: error.fields, checks: error.checks });
    return exitCode;
  }
  printChecks(error.checks);
  printNote(noteStyles.red("Nothing was uploaded."));
  const known = new Set(error.checks.map(({ detail }) => detail));
  for (const line of lines.filter((text) => !known.has(text))) printNote(toPrintable(line));
  return exitCode;
}
