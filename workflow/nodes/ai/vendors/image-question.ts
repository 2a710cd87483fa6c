import type { ContentPart, Message } from "@stoa/runtime/declarative";
import { loadedImage } from "../../../ai/loaded-image.ts";
import { shownImage } from "../../../ai/shown-images.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fileOf } from "../../files/binary-file.ts";
import { listedNames } from "../listed-names.ts";

const STANDARD_QUESTION = "What's in this image?";

/** What a node asks about images, of the item's files or of the internet. @throws NodeError where there is none. */
export async function imageQuestion(
  context: NodeContext,
  itemIndex: number,
  fields: { binary: string; ownKinds: readonly string[] },
): Promise<Message> {
  const chosen = context.text("options.detail", itemIndex, "auto");
  const detail = chosen === "low" || chosen === "high" ? chosen : "auto";
  const isFile = fields.ownKinds.includes(context.text("inputType", itemIndex, "url"));
  const item = context.items[itemIndex] ?? { json: {} };
  const images: ContentPart[] = [];
  if (isFile)
    for (const name of listedNames(context.text(fields.binary, itemIndex, "data"))) {
      const image = shownImage(fileOf(context, item, itemIndex, name), detail);
      if (!image)
        throw context.failure(`The file '${name}' is no image that a model takes`, {
          field: fields.binary,
          itemIndex,
        });
      images.push(image);
    }
  else
    for (const url of listedNames(context.text("imageUrls", itemIndex)))
      images.push(await loadedImage(context, url, detail, { field: "imageUrls", itemIndex }));
  if (images.length === 0)
    throw context.failure("There is no image to ask about", { field: "imageUrls", itemIndex });
  return {
    role: "user",
    content: [{ type: "text", text: context.text("text", itemIndex, STANDARD_QUESTION) }, ...images],
  };
}
