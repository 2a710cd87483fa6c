import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { joinPlainText } from "./simplify.ts";

/** Returns text without formatting. */
export const toPlainText = (content: JsonValue | undefined): JsonObject[] => [
  { text: { content: toText(content) } },
];

function toMention(piece: JsonObject): JsonObject {
  const { mentionType = "user" } = piece;
  if (mentionType === "date") {
    const date =
      piece.range === true
        ? { start: piece.dateStart ?? null, end: piece.dateEnd ?? null }
        : { start: piece.date ?? null };
    return { mention: { date }, type: "mention" };
  }
  const kind = toText(mentionType);
  const chosen = piece[kind];
  const id = isObject(chosen) ? chosen.value : chosen;
  return { mention: { [kind]: { id: id ?? null } }, type: "mention" };
}

function toRichTextPiece(piece: JsonObject): JsonObject {
  const { annotationUi } = piece;
  const looks =
    isObject(annotationUi) && Object.keys(annotationUi).length > 0 ? { annotations: annotationUi } : {};
  switch (piece.textType) {
    case "mention":
      return { ...toMention(piece), ...looks };
    case "equation":
      return { equation: { expression: toText(piece.expression) }, type: "equation", ...looks };
    default: {
      const link = piece.isLink === true ? { link: { url: toText(piece.textLink) } } : {};
      return { text: { content: toText(piece.text), ...link }, type: "text", ...looks };
    }
  }
}

/** Returns rich text from the entries of formatted text in a form. */
export function toRichText(form: JsonValue | undefined): JsonObject[] {
  const pieces = isObject(form) ? form.text : undefined;
  return Array.isArray(pieces) ? pieces.filter(isObject).map(toRichTextPiece) : [];
}

function toBlock(entry: JsonObject): JsonObject {
  const type = typeof entry.type === "string" && entry.type !== "" ? entry.type : "paragraph";
  const block = (content: JsonObject): JsonObject => ({ object: "block", type, [type]: content });
  if (type === "image") return block({ type: "external", external: { url: entry.url ?? "" } });
  if (type === "child_page") return block({ title: entry.title ?? "" });
  return block({
    rich_text: entry.richText === true ? toRichText(entry.text) : toPlainText(entry.textContent),
    ...(type === "to_do" && { checked: entry.checked === true }),
  });
}

/** Returns the blocks of a page. */
export function readBlocks(context: NodeContext, itemIndex: number): JsonObject[] {
  return context.list("blockUi.blockValues", itemIndex).filter(isObject).map(toBlock);
}

/** Returns a block's text or the URL of its content, or "" if the block has neither. */
function getContent({ type, ...block }: JsonObject): string {
  const inner = typeof type === "string" ? block[type] : undefined;
  if (!isObject(inner)) return "";
  if (Array.isArray(inner.rich_text)) return joinPlainText(inner.rich_text);
  if (typeof inner.title === "string") return inner.title;
  const kind = typeof inner.type === "string" ? inner[inner.type] : inner;
  return isObject(kind) && typeof kind.url === "string" ? kind.url : "";
}

/** Returns a block in n8n's simplified form. */
export function simplifyBlock(block: JsonObject, root: string): JsonObject {
  const { id = null, type = null, has_children: hasChildren = false, parent_id: parent = root } = block;
  return {
    id,
    type,
    content: getContent(block),
    has_children: hasChildren,
    parent_id: parent,
    root_id: root,
  };
}
