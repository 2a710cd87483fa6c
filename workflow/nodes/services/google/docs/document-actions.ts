import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";

type Build = (action: JsonObject) => JsonObject;

const text = toText;
const number = (value: unknown): number => Number(value ?? 0) || 0;

/** The header, footer or footnote that an action is about; the body where none is named. */
function segment({ insertSegment, segmentId }: JsonObject): JsonObject {
  const isBody = insertSegment === "body" || insertSegment === undefined;
  return isBody || segmentId === undefined || segmentId === "body" ? {} : { segmentId: text(segmentId) };
}

/** Where something goes: at a place that is counted, or at the end. */
function placed(action: JsonObject): JsonObject {
  return action.locationChoice === "location"
    ? { location: { ...segment(action), index: number(action.index) } }
    : { endOfSegmentLocation: segment(action) };
}

const span = (action: JsonObject): JsonObject => ({
  ...segment(action),
  startIndex: number(action.startIndex),
  endIndex: number(action.endIndex),
});

const cell = (action: JsonObject): JsonObject => ({
  tableStartLocation: { ...segment(action), index: number(action.index) },
  rowIndex: number(action.rowIndex),
  columnIndex: number(action.columnIndex),
});

/** Requests of Google's API by what the node calls them: `object.action`. */
const BUILDERS: Readonly<Record<string, Build>> = {
  "footer.create": (action) => ({ createFooter: { type: "DEFAULT", ...sectionOf(action) } }),
  "footer.delete": ({ footerId }) => ({ deleteFooter: { footerId: text(footerId) } }),
  "header.create": (action) => ({ createHeader: { type: "DEFAULT", ...sectionOf(action) } }),
  "header.delete": ({ headerId }) => ({ deleteHeader: { headerId: text(headerId) } }),
  "namedRange.create": (action) => ({ createNamedRange: { name: text(action.name), range: span(action) } }),
  "namedRange.delete": ({ namedRangeReference, value }) => ({
    deleteNamedRange: { [namedRangeReference === "name" ? "name" : "namedRangeId"]: text(value) },
  }),
  "pageBreak.insert": (action) => ({ insertPageBreak: placed(action) }),
  "paragraphBullets.create": (action) => ({
    createParagraphBullets: {
      bulletPreset: action.bulletPreset ?? "BULLET_DISC_CIRCLE_SQUARE",
      range: span(action),
    },
  }),
  "paragraphBullets.delete": (action) => ({ deleteParagraphBullets: { range: span(action) } }),
  "positionedObject.delete": ({ objectId }) => ({ deletePositionedObject: { objectId: text(objectId) } }),
  "table.insert": (action) => ({
    insertTable: { ...placed(action), rows: number(action.rows), columns: number(action.columns) },
  }),
  "tableColumn.delete": (action) => ({ deleteTableColumn: { tableCellLocation: cell(action) } }),
  "tableColumn.insert": (action) => ({
    insertTableColumn: { tableCellLocation: cell(action), insertRight: action.insertPosition !== false },
  }),
  "tableRow.delete": (action) => ({ deleteTableRow: { tableCellLocation: cell(action) } }),
  "tableRow.insert": (action) => ({
    insertTableRow: { tableCellLocation: cell(action), insertBelow: action.insertPosition !== false },
  }),
  "text.insert": (action) => ({ insertText: { text: text(action.text), ...placed(action) } }),
  "text.replaceAll": (action) => ({
    replaceAllText: {
      replaceText: text(action.replaceText),
      containsText: { text: text(action.text), matchCase: action.matchCase === true },
    },
  }),
};

function sectionOf({ insertSegment, index }: JsonObject): JsonObject {
  if (insertSegment !== "location") return {};
  return { sectionBreakLocation: { index: number(index) } };
}

/** The request for one action of the node; undefined for an action that there is none of. */
export function documentRequest(action: JsonObject): JsonObject | undefined {
  const object = text(action.object) || "text";
  const name = `${object}.${text(action.action) || "insert"}`;
  return Object.hasOwn(BUILDERS, name) ? BUILDERS[name]?.(action) : undefined;
}
