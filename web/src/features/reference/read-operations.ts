import {
  type ApiDocument,
  type MediaObject,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolveReference,
} from "./api-document.ts";

/** The credential that an operation needs. */
export type Access = "open" | "optional" | "session" | "key";

export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly ParameterObject[];
  readonly content: ReadonlyArray<{ readonly type: string } & MediaObject>;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Other paths of the same operation. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly access: Access;
  readonly parameters: readonly ParameterObject[];
  readonly body: ({ readonly type: string } & MediaObject) | undefined;
  readonly answers: readonly Answer[];
  readonly failures: readonly Answer[];
}

/** A section of the API: the operations of one tag. */
export interface Part {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

const toSlug = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "-");

function getAccess({ security }: OperationObject): Access {
  if (security.length === 0) return "open";
  if (security.some((way) => "apiKey" in way)) return "key";
  return security.some((way) => Object.keys(way).length === 0) ? "optional" : "session";
}

function getContent(content: ResponseObject["content"]) {
  return Object.entries(content ?? {}).map(([type, media]) => ({ type, ...media }));
}

function getAnswers(document: ApiDocument, { responses }: OperationObject): Answer[] {
  return Object.entries(responses).map(([status, response]) => {
    const {
      description = "",
      headers = {},
      content,
    } = resolveReference(document.components.responses, response);
    return {
      status,
      description,
      headers: Object.entries(headers).map(([name, header]) => ({
        ...resolveReference(document.components.headers, header),
        name,
      })),
      content: getContent(content),
    };
  });
}

function toOperation(document: ApiDocument, path: string, method: string, found: OperationObject): Operation {
  const answers = getAnswers(document, found);
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    path,
    aliases: [],
    summary: found.summary,
    description: found.description ?? "",
    access: getAccess(found),
    parameters: (found.parameters ?? []).map((parameter) =>
      resolveReference(document.components.parameters, parameter),
    ),
    body: getContent(found.requestBody?.content)[0],
    answers: answers.filter(({ status }) => status < "400"),
    failures: answers.filter(({ status }) => status >= "400"),
  };
}

/** Returns whether this is the id of another path for an operation: the operation's id, a period and a number. */
const isAlias = (id: string) => /\.\d+$/.test(id);
const isOwnAlias = (id: string, own: string) => isAlias(id) && id.replace(/\.\d+$/, "") === own;

/** Returns the sections of the API in the document's order, each operation once. */
export function readParts(document: ApiDocument): Part[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({ path, method, found })),
  );
  const own = all.filter(({ found }) => !isAlias(found.operationId));
  return document.tags.map(({ name, description }) => ({
    name,
    slug: toSlug(name),
    description,
    operations: own
      .filter(({ found }) => found.tags.includes(name))
      .map(({ path, method, found }) => ({
        ...toOperation(document, path, method, found),
        aliases: all
          .filter((other) => isOwnAlias(other.found.operationId, found.operationId))
          .map((other) => other.path),
      })),
  }));
}

export interface Chapter {
  readonly title: string;
  readonly slug: string;
  readonly text: string;
}

/** Returns the chapters of the document's description; each begins with a heading of the first level. */
export function readChapters({ info }: ApiDocument): Chapter[] {
  return info.description
    .split(/^# /m)
    .slice(1)
    .map((chapter) => {
      const end = chapter.indexOf("\n");
      const title = chapter.slice(0, end).trim();
      return { title, slug: toSlug(title), text: chapter.slice(end).trim() };
    });
}
