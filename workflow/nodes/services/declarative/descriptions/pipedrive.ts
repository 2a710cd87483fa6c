import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byCursor } from "../paging-styles.ts";
import {
  type CollectionNames,
  collection,
  type FieldPart,
  fields,
  pairs,
  param,
  within,
} from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { joinList, toNumber, toNumberList } from "../value-conversions.ts";
import { BY_CURSOR, linked, PIPEDRIVE_OTHERS, V2 } from "./pipedrive-others.ts";

/** Searches have smaller pages. */
const BY_SEARCH = byCursor({ cursor: "cursor", at: "additional_data.next_cursor", size: "limit", max: 100 });

const toContacts = (value: Parameters<typeof toNumber>[0]) => [{ value, primary: true }];

/** The names of the second version, for nodes that were made for the first. */
const NAMES: CollectionNames = {
  busy_flag: "busy",
  customProperties: null,
  deal_id: ["deal_id", toNumber],
  done: ["done", (value) => value === true || value === "1" || value === 1],
  email: ["emails", toContacts],
  label: ["label_ids", toNumberList],
  org_id: ["org_id", toNumber],
  owner_id: ["owner_id", toNumber],
  person_id: ["person_id", toNumber],
  phone: ["phones", toContacts],
  stage_id: ["stage_id", toNumber],
  user_id: ["owner_id", toNumber],
  visible_to: ["visible_to", toNumber],
};
/** An activity's person is a participant. */
const ACTIVITY: CollectionNames = {
  ...NAMES,
  person_id: ["participants", (value) => [{ person_id: toNumber(value), primary: true }]],
};

const readRecord = (path: string, names = NAMES): FieldPart =>
  fields(
    collection(path, names),
    within("custom_fields", pairs(`${path}.customProperties.property`, "name", "value")),
  );

/** Returns a record as the first version did: contacts and custom fields are at its top level. */
function toFirstVersion({ custom_fields: custom, emails, phones, ...record }: JsonObject): JsonObject {
  return {
    ...record,
    ...(emails !== undefined && { email: emails }),
    ...(phones !== undefined && { phone: phones }),
    ...(isObject(custom) && custom),
  };
}

/** Returns a found record with its score, unless the node asks for the original result. */
const toFound: NonNullable<OperationDescription["convert"]> = (found, context, itemIndex) =>
  context.flag("additionalFields.rawData", itemIndex) || !isObject(found.item)
    ? found
    : { result_score: found.result_score ?? 0, ...found.item };

const FILTERS: CollectionNames = {
  filterId: "filter_id",
  firstChar: null,
  sort: null,
  // Without a status, all deals that are not deleted are returned.
  status: ["status", (value) => (value === "all_not_deleted" ? undefined : value)],
  user_id: "owner_id",
};

interface Resource {
  name: string;
  plural: string;
  names?: CollectionNames;
  /** The fields of a new record. */
  first: FieldPart;
}

const createOperations = ({ name, plural, names, first }: Resource): OperationTable => {
  const path = `${V2}/${plural}`;
  const one = `${path}/{${name}Id}`;
  const record = { output: "data", convert: toFirstVersion };
  return {
    [`${name}.create`]: {
      method: "POST",
      path,
      body: fields(first, readRecord("additionalFields", names)),
      ...record,
    },
    [`${name}.update`]: {
      method: "PATCH",
      path: one,
      body: fields(readRecord("updateFields", names)),
      ...record,
    },
    [`${name}.get`]: { method: "GET", path: one, ...record },
    [`${name}.delete`]: { method: "DELETE", path: one, ...record },
    [`${name}.getAll`]: {
      method: "GET",
      path,
      query: fields(collection("filters", FILTERS), collection("additionalFields", FILTERS)),
      convert: toFirstVersion,
      list: { at: "data", paging: BY_CURSOR, limit: 100 },
    },
    [`${name}.search`]: {
      method: "GET",
      path: `${path}/search`,
      query: fields(
        { term: param("term"), exact_match: param("exactMatch") },
        collection("additionalFields", {
          exactMatch: "exact_match",
          fields: ["fields", joinList],
          includeFields: "include_fields",
          organizationId: "organization_id",
          personId: "person_id",
          rawData: null,
        }),
      ),
      convert: toFound,
      list: { at: "data.items", paging: BY_SEARCH, limit: 100 },
    },
  };
};

const OPERATIONS: OperationTable = {
  ...createOperations({
    name: "deal",
    plural: "deals",
    first: fields({ title: param("title") }, linked("org_id", "person_id")),
  }),
  ...createOperations({ name: "person", plural: "persons", first: { name: param("name") } }),
  ...createOperations({ name: "organization", plural: "organizations", first: { name: param("name") } }),
  ...createOperations({
    name: "activity",
    plural: "activities",
    names: ACTIVITY,
    first: {
      subject: param("subject"),
      type: param("type"),
      done: (context, itemIndex) => context.text("done", itemIndex, "0") === "1",
    },
  }),
  ...PIPEDRIVE_OTHERS,
};

/** Deals, people, organizations, activities, leads and notes: https://developers.pipedrive.com/docs/api/v1 */
export const PIPEDRIVE = createDescribedNode({
  types: ["n8n-nodes-base.pipedrive"],
  versions: [1],
  service: "pipedrive",
  standard: {
    resource: "deal",
    operations: {
      activity: "create",
      deal: "create",
      dealActivity: "getAll",
      dealProduct: "add",
      file: "create",
      lead: "create",
      note: "create",
      organization: "create",
      person: "create",
      product: "getAll",
    },
  },
  operations: OPERATIONS,
  unsupported: ({ parameters: { encodeProperties, resolveProperties } }) =>
    encodeProperties === true || resolveProperties === true
      ? "custom properties by name are not supported. Use their keys, and turn off 'Encode' and 'Resolve Properties'"
      : undefined,
});
