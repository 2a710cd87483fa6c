import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { plain, richText } from "./rich-text.ts";
import { plainText } from "./simplified.ts";

function blockOf(entry: JsonObject): JsonObject {
  const type = typeof entry.type === "string" && entry.type !== "" ? entry.type : "paragraph";
  const block = (content: JsonObject): JsonObject => ({ object: "block", type, [type]: content });
  if (type === "image") return block({ type: "external", external: { url: entry.url ?? "" } });
  if (type === "child_page") return block({ title: entry.title ?? "" });
  return block({
    rich_text: entry.richText === true ? richText(entry.text) : plain(entry.textContent),
    ...(type === "to_do" && { checked: entry.checked === true }),
  });
}

/** What is to be in a page, block by block. */
export function blocksOf(context: NodeContext, itemIndex: number): JsonObject[] {
  return context.list("blockUi.blockValues", itemIndex).filter(isObject).map(blockOf);
}

/** What a block says: its words, or the address of what it shows. */
function contentOf({ type, ...block }: JsonObject): string {
  const inner = typeof type === "string" ? block[type] : undefined;
  if (!isObject(inner)) return "";
  if (Array.isArray(inner.rich_text)) return plainText(inner.rich_text);
  if (typeof inner.title === "string") return inner.title;
  const kind = typeof inner.type === "string" ? inner[inner.type] : inner;
  return isObject(kind) && typeof kind.url === "string" ? kind.url : "";
}

/** A block in the few words that n8n makes of it. */
export function simplifiedBlock(block: JsonObject, root: string): JsonObject {
  const { id = null, type = null, has_children: hasChildren = false, parent_id: parent = root } = block;
  return { id, type, content: contentOf(block), has_children: hasChildren, parent_id: parent, root_id: root };
}
