/** A file of server/sql: functions, views and triggers as they are now. */
export interface DefinitionFile {
  /** Below server/sql, such as `ledger/ledger_settle.sql`. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

/** A file with what it makes and needs. */
export interface Definition extends DefinitionFile {
  /** What it makes, as DROP names it: `FUNCTION ledger_settle`, `TRIGGER wallets_low ON wallets`. */
  readonly objects: readonly string[];
  /** The words that PostgreSQL looks up when it applies the file. */
  readonly words: ReadonlySet<string>;
}

const COMMENT = "--[^\\n]*";
const TEXT = "'(?:[^']|'')*'";
const BODY = "\\$(\\w*)\\$[\\s\\S]*?\\$\\1\\$";
const MADE =
  /\bCREATE\s+(OR\s+REPLACE\s+)?(?:(FUNCTION|VIEW)\s+(\w+)|(?:CONSTRAINT\s+)?TRIGGER\s+(\w+)[^;]*?\sON\s+(\w+))/gi;

/** Reads what a definition's file makes and needs. Throws when it makes nothing that can be replaced. */
export function parseDefinition(file: DefinitionFile): Definition {
  const { path, text } = file;
  const outside = text.replace(new RegExp(`${BODY}|${COMMENT}|${TEXT}`, "g"), " ");
  const objects: string[] = [];
  for (const [, replaces, kind, name, trigger, table] of outside.matchAll(MADE)) {
    if (kind !== undefined && replaces === undefined)
      throw new Error(`${path} must say CREATE OR REPLACE ${kind} ${name}`);
    objects.push(kind === undefined ? `TRIGGER ${trigger} ON ${table}` : `${kind.toUpperCase()} ${name}`);
  }
  if (objects.length === 0) throw new Error(`${path} defines no function, view or trigger`);
  // The body of a PL/pgSQL function is not resolved before it is called; every other text is.
  const looksLater = /\bLANGUAGE\s+plpgsql\b/i.test(outside);
  const resolved = looksLater ? outside : text.replace(new RegExp(`${COMMENT}|${TEXT}`, "g"), " ");
  return { ...file, objects, words: new Set(resolved.match(/\w+/g)) };
}

/** Returns the name of a function or view, and null for a trigger, which nothing can name. */
function nameOf(object: string): string | null {
  const [kind, name] = object.split(" ");
  return kind === "TRIGGER" ? null : (name ?? null);
}

/** Returns the names of the functions and views that a definition makes. */
export function namesIn(definition: Definition): string[] {
  return definition.objects.map(nameOf).filter((name) => name !== null);
}

/** The definitions that column defaults call: they are applied before the tables, and name none of them. */
const DEFAULTS = "defaults/";

/** Returns whether a definition is applied before the tables are made. */
export function comesBeforeTables({ path }: DefinitionFile): boolean {
  return path.startsWith(DEFAULTS);
}

/**
 * Orders definitions so that each comes after those that it names, and those of `defaults/` first. Throws when two make
 * the same thing: a function has one definition and no overloads.
 */
export function orderDefinitions(files: readonly DefinitionFile[]): Definition[] {
  const definitions = files.map(parseDefinition);
  const makers = new Map<string, Definition>();
  for (const definition of definitions)
    for (const object of definition.objects) {
      const key = nameOf(object) ?? object;
      const other = makers.get(key);
      if (other) throw new Error(`${object} is defined twice: in ${other.path} and in ${definition.path}`);
      makers.set(key, definition);
    }
  const ordered = new Set<Definition>();
  const visited = new Set<Definition>();
  const visit = (definition: Definition) => {
    if (visited.has(definition)) return;
    visited.add(definition);
    for (const word of definition.words) {
      const needed = makers.get(word);
      if (needed) visit(needed);
    }
    ordered.add(definition);
  };
  for (const definition of definitions.filter(comesBeforeTables)) visit(definition);
  for (const definition of definitions) visit(definition);
  return [...ordered];
}

/** Returns the given definitions with all that name something of theirs, directly or through others. */
export function withDependents(
  all: readonly Definition[],
  changed: ReadonlySet<string>,
  vanished: readonly string[],
): Definition[] {
  const names = new Set(vanished.map(nameOf).filter((name) => name !== null));
  const found = new Set<Definition>();
  // In the order of `all` each definition comes after those that it names, so one pass finds every dependent.
  for (const definition of all) {
    const isNamed = [...definition.words].some((word) => names.has(word));
    if (!changed.has(definition.path) && !isNamed) continue;
    found.add(definition);
    for (const name of namesIn(definition)) names.add(name);
  }
  return [...found];
}
