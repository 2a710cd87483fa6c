import { FILE_LIMITS, fileRoutes, PLAN_FILE_MAX_BYTES, PLAN_FILES_BYTES } from "../files.ts";
import { PlanType } from "../plan-type.ts";
import { PLANS } from "../plans.ts";
import { formatBytes } from "../storage-limits.ts";
import { describe } from "./operation-descriptions.ts";

const NO_FILE = { not_found: "You have no such file, or it was removed." };
const NO_UPLOAD = { not_found: "You have no such upload, or it has expired." };
const PART_MIB = FILE_LIMITS.partBytes / 1024 / 1024;

const LIMITS_BY_PLAN = PlanType.options
  .map(
    (plan) =>
      `${PLANS[plan].name}: ${formatBytes(PLAN_FILE_MAX_BYTES[plan])} per file, ${formatBytes(PLAN_FILES_BYTES[plan])} in total`,
  )
  .join("; ");

const TOO_LARGE = "The file is larger than your plan allows, or there is not enough space left for it.";
const TOO_MANY_AT_ONCE = "Too many requests, or too many uploads in progress.";
const TOO_MANY = `Too many requests, too many uploads in progress, or ${FILE_LIMITS.uploadsAtOnce} of your uploads are incomplete.`;

export const fileDescriptions = describe(fileRoutes, {
  create: {
    description: `Uploads a file in one request, in the field \`file\` of a form. To give it to an agent, run the agent with the file's \`id\`. The server determines the media type from the content; the type and the folders in the request are ignored. A request must arrive within 30 seconds, so upload large files in parts (\`POST /files/uploads\`). Limits: ${LIMITS_BY_PLAN}. A file is kept as long as the content of a run, counted from its upload or from the last run that received it. Uploading is free.`,
    errors: {
      400: { invalid_request: "The form has no file in the field `file`, or the file is empty." },
      413: { too_large: TOO_LARGE },
      429: { rate_limited: TOO_MANY },
    },
  },
  startUpload: {
    description: `Starts an upload in parts and reserves space for the file. Send the parts with \`PUT /files/uploads/{id}\`. An upload that is not complete after ${FILE_LIMITS.uploadHours} hours is removed. To end it sooner, delete the file with the same ID.`,
    errors: {
      413: { too_large: TOO_LARGE },
      429: { rate_limited: TOO_MANY },
    },
  },
  sendPart: {
    description: `Sends the next part as the body. Each part has \`part_bytes\` (${PART_MIB} MiB), except the last one, which has the rest. The part that completes the upload returns the file in \`file\`. A part that did not arrive completely does not count: read the upload and continue at its \`offset\`.`,
    errors: {
      400: { invalid_request: "The part is smaller than it must be." },
      404: NO_UPLOAD,
      409: {
        conflict:
          "The server has another number of bytes. The header `Upload-Offset` and the message tell which; continue there.",
      },
      413: { too_large: "The part is larger than it must be." },
      429: { rate_limited: TOO_MANY_AT_ONCE },
    },
  },
  getUpload: {
    description:
      "Returns how many bytes of an upload the server has, so that you can continue it. `file` is set if the upload is complete.",
    errors: { 404: NO_UPLOAD },
  },
  list: {
    description:
      "Lists your files, newest first: those that you uploaded, and those that agents returned to you. `used_bytes` includes what incomplete uploads reserve.",
  },
  get: {
    description: `Returns the details of a file, with a new link to its content. The link needs no credential and works for ${FILE_LIMITS.linkMinutes} minutes.`,
    errors: { 404: NO_FILE },
  },
  content: {
    description:
      "Returns the content of a file, with the link in `url` or with your credential. Browsers show pictures, audio, video, PDF files and text; other types, such as HTML, are saved. `Range` returns a part of the content, with status 206.",
    errors: {
      401: { unauthorized: "The request has neither a link nor a credential." },
      403: { link_invalid: "The link has expired or is incomplete." },
      404: NO_FILE,
      416: { invalid_request: "The range is outside the file." },
    },
  },
  preview: {
    description:
      "Returns a smaller WebP image of a PNG, JPEG, GIF or WebP file, with the link in `preview_url` or with your credential: at most 1,024 pixels per side, without metadata, and of an animation the first image. The server makes it when it is first read. This is free and takes no space of your files.",
    errors: {
      401: { unauthorized: "The request has neither a link nor a credential." },
      403: { link_invalid: "The link has expired or is incomplete." },
      404: {
        not_found:
          "You have no such file, it is no image, or its image is broken, larger than 25 MiB or has more than 50 megapixels.",
      },
      503: { at_capacity: "Previews cannot be made right now. Open the file itself." },
    },
  },
  remove: {
    description:
      "Deletes a file and its content, or ends an incomplete upload. Its space is free immediately. Runs that have received the file keep their outputs.",
    errors: { 404: NO_FILE },
  },
});
