import { ExpressionError } from "../expression-error.ts";
import { EXTENSIONS, findExtensionOwners } from "../extensions/index.ts";
import type { Run } from "../interpreter/run.ts";
import { METHODS, PROPERTIES } from "../methods/index.ts";
import { Callable, callValue } from "./callable.ts";
import { toText } from "./conversions.ts";
import type { Facade, OpenFacade } from "./facade.ts";
import { refuseForbidden } from "./forbidden-names.ts";
import { getKind } from "./kinds.ts";

/** Reads `object.name`. @throws TypeError for undefined and null; ExpressionError for forbidden names */
export function readMember(run: Run, object: unknown, name: string): unknown {
  refuseForbidden(name);
  const kind = getKind(object);
  if (kind === "undefined" || kind === "null")
    throw new TypeError(`Cannot read properties of ${kind} (reading '${name}')`);
  if (kind === "object" || kind === "array") {
    const data = object as Record<string, unknown>;
    if (Object.hasOwn(data, name)) return run.current(data[name]);
  }
  if (kind === "string") {
    const text = object as string;
    if (name === "length") return text.length;
    if (/^\d{1,9}$/.test(name)) return text[Number(name)];
  }
  if (kind === "facade") return run.current((object as Facade | OpenFacade).read(name));
  if (kind === "function") return readFunctionMember(object as Callable, name);
  const property = PROPERTIES[kind]?.get(name);
  if (property) return property(run, object, []);
  const method = kind === "object" ? undefined : METHODS[kind]?.get(name);
  return method && new Callable(name, (caller, args) => method(caller, object, args));
}

function readFunctionMember(callable: Callable, name: string): unknown {
  return name === "name" ? callable.title : callable.kind.members?.get(name);
}

/**
 * Calls `object.name(...)`, which is the value's own function, one of JavaScript's methods or one of n8n's functions.
 */
export function callMember(run: Run, object: unknown, name: string, args: readonly unknown[]): unknown {
  refuseForbidden(name);
  run.spend(1);
  const kind = getKind(object);
  const own = findOwnFunction(object, kind, name);
  if (own) return callValue(run, own, args);
  const method = METHODS[kind]?.get(name) ?? EXTENSIONS[kind]?.get(name);
  if (method) return method(run, object, args);
  if (name === "hasOwnProperty" && HAS_FIELDS.has(kind))
    return Object.hasOwn(Object(object) as object, toText(run, args[0]));
  if (name === "toLocaleString" && kind === "string") return object;
  return refuseCall(object, kind, name);
}

/** The kinds, besides objects, whose `hasOwnProperty` only says whether there is an index. */
const HAS_FIELDS = new Set<string>(["array", "boolean", "number", "string"]);

function findOwnFunction(object: unknown, kind: string, name: string): unknown {
  if (kind === "facade") return (object as Facade | OpenFacade).read(name);
  if (kind === "function") return (object as Callable).kind.members?.get(name);
  if (kind !== "object") return undefined;
  const data = object as Record<string, unknown>;
  return Object.hasOwn(data, name) && data[name] instanceof Callable ? data[name] : undefined;
}

function refuseCall(object: unknown, kind: string, name: string): unknown {
  const isNothing = kind === "undefined" || kind === "null";
  if (isNothing && name === "isEmpty") return true;
  if (isNothing && name === "isNotEmpty") return false;
  const owners = findExtensionOwners(name);
  if (owners.length > 0 && isNothing)
    throw new ExpressionError(
      `${name}() was called on ${String(object)}: the field does not exist. Check its name or provide a default.`,
    );
  if (owners.length > 0 && kind !== "facade")
    throw new ExpressionError(
      `${name}() can be called on ${owners.join(", ")}, but here it was called on ${kind}`,
    );
  if (isNothing) throw new TypeError(`Cannot read properties of ${kind} (reading '${name}')`);
  throw new TypeError(`${name} is not a function`);
}
