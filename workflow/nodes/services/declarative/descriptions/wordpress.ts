import { createDescribedNode } from "../create-described-node.ts";
import { byPageNumber } from "../paging-styles.ts";
import { type CollectionNames, collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable } from "../service-description.ts";
import { getEntry, joinList, toNumberList, toSnakeCase } from "../value-conversions.ts";

const BY_PAGE = byPageNumber({ page: "page", size: "per_page", max: 100, total: "x-wp-totalpages" });

/** Returns the template in a collection of a post or a page. */
const getTemplate: CollectionNames[string] = [
  "template",
  (value) => {
    const values = getEntry("values")(value);
    return values !== null && typeof values === "object" && !Array.isArray(values)
      ? values.template
      : undefined;
  },
];

const NAMES: CollectionNames = {
  authorId: "author",
  categories: ["categories", toNumberList],
  featuredMediaId: "featured_media",
  pageTemplate: getTemplate,
  postTemplate: getTemplate,
  tags: ["tags", toNumberList],
};

const QUERY: CollectionNames = {
  author: ["author", joinList],
  categories: ["categories", joinList],
  excludedCategories: ["categories_exclude", joinList],
  excludedTags: ["tags_exclude", joinList],
  orderBy: "orderby",
  tags: ["tags", joinList],
};

/** Creates the operations on posts or pages. */
const createContent = (resource: string, path: string, id: string): OperationTable => ({
  [`${resource}.create`]: {
    method: "POST",
    path,
    body: fields({ title: param("title") }, collection("additionalFields", NAMES, toSnakeCase)),
  },
  [`${resource}.update`]: {
    method: "POST",
    path: `${path}/{${id}}`,
    body: fields(collection("updateFields", NAMES, toSnakeCase)),
  },
  [`${resource}.get`]: {
    method: "GET",
    path: `${path}/{${id}}`,
    query: fields(collection("options", {}, toSnakeCase)),
  },
  [`${resource}.getAll`]: list(path),
  [`${resource}.delete`]: {
    method: "DELETE",
    path: `${path}/{${id}}`,
    query: fields(collection("options")),
  },
});

function list(path: string): OperationDescription {
  return {
    method: "GET",
    path,
    query: fields(collection("options", QUERY, toSnakeCase)),
    list: { paging: BY_PAGE, limit: 5 },
  };
}

const USERS = "/wp-json/wp/v2/users";

/** Posts, pages and users of a site: https://developer.wordpress.org/rest-api/reference/ */
export const WORDPRESS = createDescribedNode({
  types: ["n8n-nodes-base.wordpress"],
  versions: [1],
  service: "wordpress",
  standard: { resource: "post", operations: { page: "create", post: "create", user: "create" } },
  operations: {
    ...createContent("post", "/wp-json/wp/v2/posts", "postId"),
    ...createContent("page", "/wp-json/wp/v2/pages", "pageId"),
    "user.create": {
      method: "POST",
      path: USERS,
      body: fields(
        {
          username: param("username"),
          name: param("name"),
          first_name: param("firstName"),
          last_name: param("lastName"),
          email: param("email"),
          password: param("password"),
        },
        collection("additionalFields", {}, toSnakeCase),
      ),
    },
    "user.update": {
      method: "POST",
      path: `${USERS}/{userId}`,
      body: fields(collection("updateFields", {}, toSnakeCase)),
    },
    "user.get": {
      method: "GET",
      path: `${USERS}/{userId}`,
      query: fields(collection("options")),
    },
    "user.getAll": list(USERS),
    "user.delete": {
      method: "DELETE",
      path: `${USERS}/me`,
      query: fields({ reassign: param("reassign"), force: true }),
    },
  },
});
