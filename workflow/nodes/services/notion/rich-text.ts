import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";

/** Words without looks. */
export const plain = (content: JsonValue | undefined): JsonObject[] => [
  { text: { content: toText(content) } },
];

function mention(piece: JsonObject): JsonObject {
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

function pieceOf(piece: JsonObject): JsonObject {
  const { annotationUi } = piece;
  const looks =
    isObject(annotationUi) && Object.keys(annotationUi).length > 0 ? { annotations: annotationUi } : {};
  switch (piece.textType) {
    case "mention":
      return { ...mention(piece), ...looks };
    case "equation":
      return { equation: { expression: toText(piece.expression) }, type: "equation", ...looks };
    default: {
      const link = piece.isLink === true ? { link: { url: toText(piece.textLink) } } : {};
      return { text: { content: toText(piece.text), ...link }, type: "text", ...looks };
    }
  }
}

/** Words with their looks, as a form's list says them piece by piece. */
export function richText(form: JsonValue | undefined): JsonObject[] {
  const pieces = isObject(form) ? form.text : undefined;
  return Array.isArray(pieces) ? pieces.filter(isObject).map(pieceOf) : [];
}
