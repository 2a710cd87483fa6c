import { testDescribedService } from "../described-service.fixture.ts";
import { WORDPRESS } from "./wordpress.ts";

testDescribedService("WordPress", WORDPRESS, "wordpress", {
  cases: [
    {
      name: "creates a post with additional fields",
      version: 1,
      parameters: {
        title: "=On {{ $json.topic }}",
        additionalFields: {
          content: "<p>Tea</p>",
          status: "draft",
          authorId: 2,
          commentStatus: "closed",
          categories: [3, "4"],
          postTemplate: { values: { template: "wide" } },
        },
      },
      items: [{ topic: "tea" }],
      replies: [{ status: 201, body: { id: 9, status: "draft" } }],
      asks: [
        [
          "POST /wp-json/wp/v2/posts",
          {
            title: "On tea",
            content: "<p>Tea</p>",
            status: "draft",
            author: 2,
            comment_status: "closed",
            categories: [3, 4],
            template: "wide",
          },
        ],
      ],
      gives: [{ id: 9, status: "draft" }],
    },
    {
      name: "returns all posts, as many pages as the header says",
      version: 1,
      parameters: {
        operation: "getAll",
        returnAll: true,
        options: { orderBy: "date", categories: [3, 4], sticky: false },
      },
      replies: [1, 2].map((id) => ({ body: [{ id }], headers: { "x-wp-totalpages": "2" } })),
      asks: [1, 2].map((page) => [
        "GET /wp-json/wp/v2/posts",
        {
          orderby: "date",
          categories: "3,4",
          sticky: "false",
          per_page: "100",
          ...(page === 2 && { page: "2" }),
        },
      ]),
      gives: [{ id: 1 }, { id: 2 }],
    },
    {
      name: "updates a page",
      version: 1,
      parameters: { resource: "page", operation: "update", pageId: "5", updateFields: { menuOrder: 2 } },
      replies: [{ body: { id: 5 } }],
      asks: [["POST /wp-json/wp/v2/pages/5", { menu_order: 2 }]],
      gives: [{ id: 5 }],
    },
    {
      name: "returns a few users",
      version: 1,
      parameters: { resource: "user", operation: "getAll", limit: 1, options: { search: "ada" } },
      replies: [{ body: [{ id: 1 }] }],
      asks: [["GET /wp-json/wp/v2/users", { search: "ada", per_page: "1" }]],
      gives: [{ id: 1 }],
    },
  ],
  refused: {
    version: 1,
    parameters: { operation: "get", postId: "404" },
    reply: { status: 404, body: { code: "rest_post_invalid_id", message: "Invalid post ID." } },
    reason: "Invalid post ID.",
  },
  unsupported: {
    version: 1,
    parameters: { resource: "media", operation: "create" },
    reason: "the operation 'create' of the resource 'media' is not supported",
  },
});
