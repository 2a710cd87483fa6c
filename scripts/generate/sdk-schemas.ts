/** A JSON Schema from the API description. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const REF = "#/components/schemas/";

/**
 * The schema of `Json`, which the API description leaves unconstrained for generators that fail on a recursive schema.
 */
const JSON_VALUE: Schema = {
  anyOf: [
    { type: "string" },
    { type: "number" },
    { type: "boolean" },
    { type: "null" },
    { type: "array", items: { $ref: `${REF}Json` } },
    { type: "object", additionalProperties: { $ref: `${REF}Json` } },
  ],
};

/** The paths that the SDKs call, below `/api/v1`: the public API, and other resources that accept keys too. */
const SDK_PATHS = /^\/api\/v1\/(?:sdk|conversations|files|remembered-values)(?:\/|$)/;

/**
 * Returns the schemas of the SDKs, keyed by name: all inputs and outputs of the calls that they send. They come only
 * from the API description. Bodies, queries and replies without a name get one here.
 */
export function createSdkSchemas(openApi: string): Record<string, Schema> {
  const description = nameSchemas(JSON.parse(openApi) as Description);
  const { schemas } = description.components;
  const findOperation = (method: string, path: string): Operation => {
    const found = description.paths[`/api/v1${path}`]?.[method];
    if (!found) throw new Error(`the API description lacks ${method} ${path}, which the SDKs call`);
    return found;
  };
  const roots: Record<string, Schema> = {
    AgentListQuery: getQuerySchema(findOperation("get", "/sdk/agents")),
    ConversationExport: getContentSchema(
      findOperation("get", "/conversations/{id}/export").responses["200"],
      "application/json",
    ),
    ConversationListQuery: getQuerySchema(findOperation("get", "/conversations")),
    FileListQuery: getQuerySchema(findOperation("get", "/files")),
    Json: JSON_VALUE,
    UploadFields: getFormSchema(findOperation("post", "/sdk/agents/upload")),
    VersionFields: getFormSchema(findOperation("post", "/sdk/agents/{id}/versions")),
    RunEvent: getEventsSchema(findOperation("post", "/sdk/agents/{id}/execute")),
  };
  const wanted = new Map<string, Schema>();
  const want = (schema: object) => {
    for (const name of findSchemaNames(schema)) {
      const found = schemas[name];
      if (wanted.has(name) || !found) continue;
      wanted.set(name, found);
      want(found);
    }
  };
  for (const [path, operations] of Object.entries(description.paths))
    if (SDK_PATHS.test(path)) want(operations);
  for (const [name, schema] of Object.entries(roots)) wanted.set(name, schema);
  return Object.fromEntries([...wanted].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the API description with all schemas under their public names. The generator of the description writes
 * `__schema0` for a schema that contains itself, and `XOutput` for an output that is stricter than the input. For API
 * users, both are the same type with the same name.
 */
function nameSchemas(description: Description): Description {
  const { schemas } = description.components;
  const names = new Map<string, string>();
  for (const [name, { $ref }] of Object.entries(schemas)) {
    const baseName = name.replace(/Output$/, "");
    if (baseName !== name && schemas[baseName]) names.set(name, baseName);
    if ($ref) names.set($ref.slice(REF.length), names.get(name) ?? name);
  }
  const renamed = JSON.parse(JSON.stringify(description), (key, value: unknown) => {
    if (key !== "$ref" || typeof value !== "string") return value;
    const name = value.slice(REF.length);
    return REF + (names.get(name) ?? name);
  }) as Description;
  renamed.components.schemas = Object.fromEntries(
    Object.entries(renamed.components.schemas)
      .filter(([, { $ref }]) => $ref === undefined)
      .map(([name, schema]) => [names.get(name) ?? name, schema]),
  );
  return renamed;
}

function findSchemaNames(schema: object): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
}

function getQuerySchema({ parameters = [] }: Operation): Schema {
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    properties: Object.fromEntries(
      query.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Returns the schema of a form's fields, except its file. */
function getFormSchema({ requestBody }: Operation): Schema {
  const form = getContentSchema(requestBody, "multipart/form-data");
  const { file: _, ...properties } = form.properties ?? {};
  return { ...form, properties, required: (form.required ?? []).filter((name) => name !== "file") };
}

/** Returns the schema of a stream's events, including their `id` in the stream. */
function getEventsSchema({ responses }: Operation): Schema {
  const events = getContentSchema(responses["200"], "text/event-stream");
  const id: Schema = {
    type: "integer",
    description: "Its position in the run's log: pass it to continue after this event",
  };
  return {
    ...events,
    anyOf: (events.anyOf ?? events.oneOf ?? []).map((event) => ({
      ...event,
      properties: { id, ...event.properties },
      required: ["id", ...(event.required ?? [])],
    })),
  };
}

function getContentSchema(
  body: { content?: Record<string, { schema: Schema }> } | undefined,
  type: string,
): Schema {
  const schema = body?.content?.[type]?.schema;
  if (!schema) throw new Error(`the API description lacks ${type}, which the SDKs read`);
  return schema;
}
