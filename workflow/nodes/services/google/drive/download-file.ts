import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { newFile } from "../../../files/binary-file.ts";
import { callService } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { ofGoogle } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { ALL_DRIVES, FILE_PATHS, fileFields, filePath } from "./drive-api.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const CONVERSION = "options.googleFileConversion.conversion";

/** Google's own documents have no bytes: what they become, and the option that says so. */
const CONVERSIONS: Readonly<Record<string, readonly [option: string, standard: string]>> = {
  "application/vnd.google-apps.document": ["docsToFormat", `${OFFICE}.wordprocessingml.document`],
  "application/vnd.google-apps.presentation": ["slidesToFormat", `${OFFICE}.presentationml.presentation`],
  "application/vnd.google-apps.spreadsheet": ["sheetsToFormat", `${OFFICE}.spreadsheetml.sheet`],
  "application/vnd.google-apps.drawing": ["drawingsToFormat", "image/jpeg"],
};

/** What a document is to become; undefined for a file with bytes of its own. */
function exportType(context: NodeContext, itemIndex: number, mimeType: string): string | undefined {
  const conversion = Object.hasOwn(CONVERSIONS, mimeType) ? CONVERSIONS[mimeType] : undefined;
  return conversion && (context.text(`${CONVERSION}.${conversion[0]}`, itemIndex) || conversion[1]);
}

/** Fetches a file's content; the item's fields stay. */
export const downloadFile: ServiceOperation = {
  methods: ["GET"],
  paths: FILE_PATHS,
  async each(context, itemIndex, item): Promise<Item[]> {
    const id = googleId(context, "fileId", itemIndex, "The file");
    const known = await fileFields(context, itemIndex, id, "mimeType,name");
    const mimeType = toText(known.mimeType ?? "");
    const wanted = exportType(context, itemIndex, mimeType);
    const { body } = await callService(
      context,
      itemIndex,
      ofGoogle(
        wanted === undefined
          ? { method: "GET", path: filePath(id), query: { alt: "media", ...ALL_DRIVES } }
          : { method: "GET", path: filePath(id, "/export"), query: { mimeType: wanted } },
      ),
    );
    const field =
      context.node.version < 3
        ? context.text("binaryPropertyName", itemIndex, "data")
        : context.text("options.binaryPropertyName", itemIndex) || "data";
    const file = newFile(body, {
      fileName: context.text("options.fileName", itemIndex) || toText(known.name ?? ""),
      mimeType: wanted ?? mimeType,
    });
    return [{ json: item.json, binary: { ...item.binary, [field]: file } }];
  },
};
