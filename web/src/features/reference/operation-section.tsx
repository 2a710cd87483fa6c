import { Link } from "@tanstack/react-router";
import type { SnippetLanguage } from "../../lib/code-snippets.ts";
import type { ApiDocument } from "./api-document.ts";
import { Folded } from "./folded.tsx";
import { MethodMark } from "./method-mark.tsx";
import { OperationCode } from "./operation-code.tsx";
import type { Access, Operation } from "./read-operations.ts";
import { ReferenceText } from "./reference-text.tsx";
import { createParameterRow, createSchemaRows } from "./schema-rows.ts";
import { SchemaTree } from "./schema-tree.tsx";

/** Shows the possible errors: each status with its codes. */
function OperationFailures({ failures }: { readonly failures: Operation["failures"] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {failures.map(({ status, description }) => (
        <div key={status} className="grid grid-cols-[3.5rem_1fr] gap-x-2 py-2.5">
          <dt className="mono pt-0.5 font-semibold text-12">{status}</dt>
          <dd className="min-w-0 text-ink-2">
            <ReferenceText text={description} isSmall />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const ACCESS: Readonly<Record<Access, string>> = {
  open: "Public",
  optional: "Public; session optional",
  session: "Session",
  key: "API key",
};

interface OperationSectionProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly part: string;
  readonly language: SnippetLanguage;
  readonly onLanguage: (language: SnippetLanguage) => void;
}

/** Shows one operation with its purpose, inputs, output and errors, and a recorded example next to them. */
export function OperationSection({ document, operation, part, language, onLanguage }: OperationSectionProps) {
  const { id, method, path, aliases, summary } = operation;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-14 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 border-line border-t py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
        <header className="grid gap-2">
          <h2 id={`${id}-title`} className="text-22">
            <Link to="/docs/$part" params={{ part }} hash={id} className="hover:underline">
              {summary}
            </Link>
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-12">
            <MethodMark method={method} />
            <code className="mono break-all">{path}</code>
          </p>
          {aliases.length > 0 && (
            <p className="text-12 text-ink-2">
              also <code className="mono break-all">{aliases.join(", ")}</code>
            </p>
          )}
          <p className="label">{ACCESS[operation.access]}</p>
        </header>
        <ReferenceText text={operation.description} />
        <Inputs document={document} operation={operation} />
        <Outputs document={document} operation={operation} />
        <Titled title="Errors">
          <OperationFailures failures={operation.failures} />
        </Titled>
      </div>
      <div className="min-w-0 xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5rem)] xl:self-start xl:overflow-y-auto">
        <OperationCode operation={operation} language={language} onLanguage={onLanguage} />
      </div>
    </section>
  );
}

const PLACES = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
] as const;

function Inputs({ document, operation }: Pick<OperationSectionProps, "document" | "operation">) {
  const { parameters, body } = operation;
  return (
    <>
      {PLACES.map(([place, title]) => {
        const rows = parameters
          .filter((parameter) => parameter.in === place)
          .map((parameter) => createParameterRow(document, parameter));
        return (
          rows.length > 0 && (
            <Titled key={place} title={title}>
              <SchemaTree rows={rows} direction="sent" />
            </Titled>
          )
        );
      })}
      {body?.schema && (
        <Titled title="Body" note={body.type}>
          <SchemaTree rows={createSchemaRows(document, body.schema)} direction="sent" />
        </Titled>
      )}
    </>
  );
}

function Outputs({ document, operation }: Pick<OperationSectionProps, "document" | "operation">) {
  return operation.answers.flatMap(({ status, content, headers }) =>
    content.map(({ type, schema }, index) => (
      <Titled key={`${status} ${type}`} title={`Response ${status}`} note={type}>
        {schema && <SchemaTree rows={createSchemaRows(document, schema)} direction="answered" />}
        {index === 0 && headers.length > 0 && (
          <Folded title={headers.length === 1 ? "1 header" : `${headers.length} headers`}>
            <SchemaTree
              rows={headers.map((header) => createParameterRow(document, header))}
              direction="sent"
            />
          </Folded>
        )}
      </Titled>
    )),
  );
}

function Titled({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 flex items-baseline gap-3 text-14">
        {title}
        {note && <span className="mono font-normal text-11 text-ink-3">{note}</span>}
      </h3>
      {children}
    </div>
  );
}
