import { Readable } from "node:stream";
import { fileRoutes } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import { notFound } from "../../platform/http/app-error.ts";
import type { HANDLED, Mount } from "../../platform/http/mount.ts";
import { ActiveUploads } from "./active-uploads.ts";
import { sendContent } from "./content-reply.ts";
import type { Files } from "./files.ts";
import type { FilesContext } from "./files-context.ts";
import { readLength, storeForm } from "./form-uploads.ts";
import type { PartUploads, SentPart } from "./part-uploads.ts";
import type { Previews } from "./previews/previews.ts";
import type { ByteRange } from "./storage/file-storage.ts";

const DONE = { success: true } as const;

interface FileServices {
  context: FilesContext;
  files: Files;
  uploads: PartUploads;
  previews: Pick<Previews, "open">;
}

export function mountFileRoutes(mount: Mount, { context, files, uploads, previews }: FileServices): void {
  const routes = fileRoutes;
  const active = new ActiveUploads();

  mount.signedIn(routes.create, async ({ caller, request }) =>
    files.get(caller, await active.run(caller.accountId, () => storeForm(context, caller, request))),
  );
  mount.signedIn(routes.startUpload, ({ caller, body }) => uploads.start(caller, body));
  mount.signedIn(routes.sendPart, ({ caller, params, query, request }) => {
    const part = readPart(request, query.offset);
    return active.run(caller.accountId, () => uploads.addPart(caller, params.id, part));
  });
  mount.signedIn(routes.getUpload, ({ caller, params }) => uploads.get(caller, params.id));
  mount.signedIn(routes.list, ({ caller, query }) => files.list(caller, query));
  mount.signedIn(routes.get, ({ caller, params }) => files.get(caller, params.id));
  mount.open(routes.content, async ({ caller, params, query, request, reply }): Promise<typeof HANDLED> => {
    const row = await files.findDownload(params.id, query, caller);
    const read = (range: ByteRange) => context.contents.read(row, range);
    return sendContent({ ...row, read }, request, reply);
  });
  mount.open(routes.preview, async ({ caller, params, query, request, reply }): Promise<typeof HANDLED> => {
    const row = await files.findDownload(params.id, query, caller);
    const preview = await previews.open(row);
    if (!preview) throw notFound("Preview");
    return sendContent(preview, request, reply);
  });
  mount.signedIn(routes.remove, async ({ caller, params }) => {
    await files.remove(caller, params.id);
    return DONE;
  });
}

function readPart(request: FastifyRequest, offset: number): SentPart {
  const content = request.body instanceof Readable ? request.body : Readable.from([]);
  return { offset, content, declaredBytes: readLength(request) };
}
