import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import { encodeBody } from "../../../http/send-request.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { ONE_PAGE } from "../paging-styles.ts";
import { collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { joinList } from "../value-conversions.ts";

/** Version 2 of Jira's API takes and returns text, not documents, as n8n's node does. */
export const API = "/rest/api/2";

/** Attaches an item's file to an issue. */
const addAttachment: ServiceOperation = {
  methods: ["POST"],
  paths: [`${API}/issue/*/attachments`],
  each: async (context, itemIndex, item) => {
    const field = context.text("binaryPropertyName", itemIndex, "data");
    const value = getBinaryFile(context, item, itemIndex, field);
    const { bytes, type = "" } = await encodeBody({ kind: "multipart", parts: [{ name: "file", value }] });
    const added = await serviceApiRequest(context, itemIndex, {
      service: "jira",
      method: "POST",
      path: `${API}/issue/${encodePathPart(getLocatorId(context, "issueKey", itemIndex))}/attachments`,
      content: { type, bytes: Buffer.from(bytes) },
    });
    return (Array.isArray(added) ? added : [added])
      .filter(isObject)
      .map((one: JsonObject) => ({ json: one }));
  },
};

const needsDownload: NonNullable<OperationDescription["unsupported"]> = ({ parameters }) =>
  parameters.download === true ? "downloading attachments is not supported. Turn off 'Download'" : undefined;

/** Attachments of issues, and users. */
export const JIRA_ATTACHMENTS_AND_USERS: OperationTable = {
  "issueAttachment.add": addAttachment,
  "issueAttachment.get": {
    method: "GET",
    path: `${API}/attachment/{attachmentId}`,
    unsupported: needsDownload,
  },
  "issueAttachment.getAll": {
    method: "GET",
    path: `${API}/issue/{issueKey}`,
    query: () => ({ fields: "attachment" }),
    list: { at: "fields.attachment", paging: ONE_PAGE },
    unsupported: needsDownload,
  },
  "issueAttachment.remove": { method: "DELETE", path: `${API}/attachment/{attachmentId}` },
  "user.create": {
    method: "POST",
    path: `${API}/user`,
    body: fields(
      { emailAddress: param("emailAddress"), displayName: param("displayName"), name: param("username") },
      { products: [] },
      collection("additionalFields"),
    ),
  },
  "user.get": {
    method: "GET",
    path: `${API}/user`,
    query: fields(
      { accountId: param("accountId") },
      collection("additionalFields", { expand: ["expand", joinList] }),
    ),
  },
  "user.delete": {
    method: "DELETE",
    path: `${API}/user`,
    query: fields({ accountId: param("accountId") }),
  },
};
