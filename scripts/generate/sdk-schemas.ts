/** A JSON Schema as the API's description has it. */
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

/** The description leaves `Json` unconstrained for generators that stop at a recursive schema. Ours write it out. */
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

/**
 * What the SDKs name, by its name: everything that the public API takes and gives, from the description alone. Bodies
 * and queries that have no name there get one here.
 */
export function sdkSchemas(openApi: string): Record<string, Schema> {
  const description = named(JSON.parse(openApi) as Description);
  const { schemas } = description.components;
  const operation = (method: string, path: string): Operation => {
    const found = description.paths[`/api/v1/sdk${path}`]?.[method];
    if (!found) throw new Error(`the API's description has no ${method} /sdk${path}, which the SDKs call`);
    return found;
  };
  const roots: Record<string, Schema> = {
    AgentListQuery: queryOf(operation("get", "/agents")),
    Json: JSON_VALUE,
    UploadFields: fieldsOf(operation("post", "/agents/upload")),
    VersionFields: fieldsOf(operation("post", "/agents/{id}/versions")),
    RunEvent: eventsOf(operation("post", "/agents/{id}/execute")),
  };
  const wanted = new Map<string, Schema>();
  const want = (schema: object) => {
    for (const name of namesIn(schema)) {
      const meant = schemas[name];
      if (wanted.has(name) || !meant) continue;
      wanted.set(name, meant);
      want(meant);
    }
  };
  for (const [path, operations] of Object.entries(description.paths))
    if (path.startsWith("/api/v1/sdk/")) want(operations);
  for (const [name, schema] of Object.entries(roots)) wanted.set(name, schema);
  return Object.fromEntries([...wanted].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The generator of the description says `__schema0` where a schema contains itself, and `XOutput` where what is given
 * is described more strictly than what is taken. To who calls the API both are one thing, with one name.
 */
function named(description: Description): Description {
  const { schemas } = description.components;
  const names = new Map<string, string>();
  for (const [name, { $ref }] of Object.entries(schemas)) {
    const meant = name.replace(/Output$/, "");
    if (meant !== name && schemas[meant]) names.set(name, meant);
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

function namesIn(schema: object): string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = ""]) => name,
  );
}

function queryOf({ parameters = [] }: Operation): Schema {
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

/** The fields of a form beside its file. */
function fieldsOf({ requestBody }: Operation): Schema {
  const form = contentOf(requestBody, "multipart/form-data");
  const { file: _, ...properties } = form.properties ?? {};
  return { ...form, properties, required: (form.required ?? []).filter((name) => name !== "file") };
}

/** With the `id` that stands beside each of them on the wire. */
function eventsOf({ responses }: Operation): Schema {
  const events = contentOf(responses["200"], "text/event-stream");
  const id: Schema = {
    type: "integer",
    description: "Its place in the run's log: following goes on after it",
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

function contentOf(body: { content?: Record<string, { schema: Schema }> } | undefined, type: string): Schema {
  const schema = body?.content?.[type]?.schema;
  if (!schema) throw new Error(`the API's description has no ${type} where the SDKs read it`);
  return schema;
}
