/** A file in server/sql: it defines functions, views or triggers in their current form. */
export interface DefinitionFile {
  /** The path relative to server/sql, such as `ledger/ledger_settle.sql`. */
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

/** A definition file with the objects that it creates and needs. */
export interface Definition extends DefinitionFile {
  /**
   * The objects that the file creates, in the form that DROP expects: `FUNCTION ledger_settle`, `TRIGGER wallets_low ON
   * wallets`.
   */
  readonly objects: readonly string[];
  /** The identifiers that PostgreSQL resolves when it applies the file. */
  readonly words: ReadonlySet<string>;
}

const COMMENT = "--[^\\n]*";
const TEXT = "'(?:[^']|'')*'";
const BODY = "\\$(\\w*)\\$[\\s\\S]*?\\$\\1\\$";
const MADE =
  /\bCREATE\s+(OR\s+REPLACE\s+)?(?:(FUNCTION|VIEW)\s+(\w+)|(?:CONSTRAINT\s+)?TRIGGER\s+(\w+)[^;]*?\sON\s+(\w+))/gi;

/**
 * Returns a definition file with the objects that it creates and needs. Throws if it creates nothing that can be
 * replaced.
 */
export function parseDefinition(file: DefinitionFile): Definition {
  const { path, text } = file;
  const outside = text.replace(new RegExp(`${BODY}|${COMMENT}|${TEXT}`, "g"), " ");
  const objects: string[] = [];
  for (const [, replaces, kind, name, trigger, table] of outside.matchAll(MADE)) {
    if (kind !== undefined && replaces === undefined)
      throw new Error(`${path} must contain CREATE OR REPLACE ${kind} ${name}`);
    objects.push(kind === undefined ? `TRIGGER ${trigger} ON ${table}` : `${kind.toUpperCase()} ${name}`);
  }
  if (objects.length === 0) throw new Error(`${path} defines no function, view or trigger`);
  // PostgreSQL resolves the body of a PL/pgSQL function only when the function is called, and all other text
  // immediately.
  const looksLater = /\bLANGUAGE\s+plpgsql\b/i.test(outside);
  const resolved = looksLater ? outside : text.replace(new RegExp(`${COMMENT}|${TEXT}`, "g"), " ");
  return { ...file, objects, words: new Set(resolved.match(/\w+/g)) };
}

/** Returns the name of a function or view, or null for a trigger, because nothing can refer to a trigger. */
function readName(object: string): string | null {
  const [kind, name] = object.split(" ");
  return kind === "TRIGGER" ? null : (name ?? null);
}

/** Returns the names of the functions and views that a definition creates. */
export function findNames(definition: Definition): string[] {
  return definition.objects.map(readName).filter((name) => name !== null);
}

/**
 * The folder of the definitions that column defaults call. They are applied before the tables exist
 * and must not refer to them.
 */
const DEFAULTS = "defaults/";

/** Returns whether a definition is applied before the tables are created. */
export function isBeforeTables({ path }: DefinitionFile): boolean {
  return path.startsWith(DEFAULTS);
}

/**
 * Orders definitions so that each follows the definitions that it refers to, with the definitions in `defaults/` first.
 * Throws if two files create the same object: a function has one definition and no overloads.
 */
export function orderDefinitions(files: readonly DefinitionFile[]): Definition[] {
  const definitions = files.map(parseDefinition);
  const makers = new Map<string, Definition>();
  for (const definition of definitions)
    for (const object of definition.objects) {
      const key = readName(object) ?? object;
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
  for (const definition of definitions.filter(isBeforeTables)) visit(definition);
  for (const definition of definitions) visit(definition);
  return [...ordered];
}

/** Returns the given definitions and all definitions that refer to them, directly or indirectly. */
export function withDependents(
  all: readonly Definition[],
  changed: ReadonlySet<string>,
  vanished: readonly string[],
): Definition[] {
  const names = new Set(vanished.map(readName).filter((name) => name !== null));
  const found = new Set<Definition>();
  // In `all`, each definition follows the definitions that it refers to, so one pass finds every dependent.
  for (const definition of all) {
    const isNamed = [...definition.words].some((word) => names.has(word));
    if (!changed.has(definition.path) && !isNamed) continue;
    found.add(definition);
    for (const name of findNames(definition)) names.add(name);
  }
  return [...found];
}
