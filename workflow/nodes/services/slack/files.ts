import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { createServiceError } from "../service-call.ts";
import type { ServiceOperation, ServiceOperations } from "../service-node.ts";
import { getResponseProperty, joinIds, slackApiGet, slackApiPost, toSlackTimestamp } from "./slack-api.ts";

/** The host of Slack's uploads. Its URLs are valid for one upload and do not need a credential. */
const UPLOAD_HOST = "files.slack.com";
const UPLOAD_MS = 60_000;

/** Returns the content to upload: an item's file, or text. */
function getContent(context: NodeContext, itemIndex: number, item: Item) {
  const { fileName } = context.object("options", itemIndex);
  const name = typeof fileName === "string" && fileName !== "" ? fileName : undefined;
  const text = context.text("fileContent", itemIndex);
  const isFile = context.flag("binaryData", itemIndex) || (context.node.version >= 2.2 && text === "");
  if (!isFile) return { name: name ?? "file.txt", bytes: new TextEncoder().encode(text) };
  const file = getBinaryFile(context, item, itemIndex, context.text("binaryPropertyName", itemIndex, "data"));
  return { name: name ?? file.fileName ?? "file", bytes: file.bytes };
}

async function send(context: NodeContext, itemIndex: number, address: string, bytes: Uint8Array) {
  if (!URL.canParse(address) || new URL(address).host !== UPLOAD_HOST)
    throw context.failure("Slack returned an upload URL on another server. Try again", { itemIndex });
  const { status, statusText } = await context.services.http.send({
    method: "POST",
    url: address,
    headers: { "content-type": "application/octet-stream" },
    body: bytes,
    maxRedirects: 0,
    timeoutMs: UPLOAD_MS,
    signal: context.signal,
  });
  if (status < 200 || status > 299)
    throw createServiceError(
      context,
      itemIndex,
      "Slack did not accept the file. Check its type and size",
      `${status} ${statusText}`,
    );
}

/** Slack removed its single upload call in 2025. A file is now sent to an upload URL and then shared. */
const upload: ServiceOperation = {
  methods: ["POST"],
  paths: ["/files.getUploadURLExternal", "/files.completeUploadExternal", "/files.info"],
  hosts: () => [UPLOAD_HOST],
  each: async (context, itemIndex, item) => {
    const options = context.object("options", itemIndex);
    const { name, bytes } = getContent(context, itemIndex, item);
    const { upload_url: address, file_id: id } = await slackApiGet(
      context,
      itemIndex,
      "files.getUploadURLExternal",
      { filename: name, length: bytes.length },
    );
    await send(context, itemIndex, toText(address), bytes);
    const { title, initialComment, threadTs } = options;
    const channels = joinIds(options.channelIds) || joinIds(options.channelId);
    const { files } = await slackApiPost(context, itemIndex, "files.completeUploadExternal", {
      files: [{ id: toText(id), title: typeof title === "string" && title !== "" ? title : name }],
      ...(channels !== "" && { channels }),
      ...(typeof initialComment === "string" && initialComment !== "" && { initial_comment: initialComment }),
      ...(threadTs !== undefined && threadTs !== "" && { thread_ts: toText(threadTs) }),
    });
    if (context.node.version >= 2.2) return toObjects(files).map((json) => ({ json }));
    const whole = await slackApiGet(context, itemIndex, "files.info", { file: toText(id) });
    return [{ json: getResponseProperty(whole, "file") }];
  },
};

const toObjects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

const get: ServiceOperation = {
  methods: ["POST"],
  paths: ["/files.info"],
  each: async (context, itemIndex) => [
    {
      json: getResponseProperty(
        await slackApiGet(context, itemIndex, "files.info", { file: context.text("fileId", itemIndex) }),
        "file",
      ),
    },
  ],
};

/** The maximum number of pages with 100 files each. The newest files come first, and no workflow needs more. */
const FILE_PAGES = 100;
const FILES_PER_PAGE = 100;

const getAll: ServiceOperation = {
  methods: ["POST"],
  paths: ["/files.list"],
  each: async (context, itemIndex) => {
    const { channelId, showFilesHiddenByLimit, tsFrom, tsTo, types, userId } = context.object(
      "filters",
      itemIndex,
    );
    const limit = context.flag("returnAll", itemIndex)
      ? Number.POSITIVE_INFINITY
      : context.number("limit", itemIndex, 50);
    const found: JsonObject[] = [];
    for (let page = 1; page <= FILE_PAGES && found.length < limit; page += 1) {
      const { files, paging } = await slackApiGet(context, itemIndex, "files.list", {
        count: Math.min(limit, FILES_PER_PAGE),
        page,
        ...(channelId !== undefined && { channel: joinIds(channelId) }),
        ...(showFilesHiddenByLimit === true && { show_files_hidden_by_limit: true }),
        ts_from: toSlackTimestamp(tsFrom),
        ts_to: toSlackTimestamp(tsTo),
        ...(types !== undefined && { types: joinIds(types) }),
        ...(userId !== undefined && { user: joinIds(userId) }),
      });
      found.push(...toObjects(files));
      if (!isObject(paging) || page >= Number(paging.pages ?? 0)) break;
    }
    return found.slice(0, limit).map((json) => ({ json }));
  },
};

/** Operations on files, in all versions. */
export const FILES: ServiceOperations = { "file.upload": upload, "file.get": get, "file.getAll": getAll };
