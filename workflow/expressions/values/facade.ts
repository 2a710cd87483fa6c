/**
 * An object that we provide and whose members are read by name, such as `$input` and `Math`. Only the listed members
 * exist.
 */
export class Facade {
  readonly title: string;
  readonly #members: Readonly<Record<string, unknown>>;

  /** A member that is a host function is a getter, called when the member is read. */
  constructor(title: string, members: Readonly<Record<string, unknown>>) {
    this.title = title;
    this.#members = members;
  }

  read(name: string): unknown {
    const member = this.has(name) ? this.#members[name] : undefined;
    return typeof member === "function" ? (member as () => unknown)() : member;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#members, name);
  }

  names(): string[] {
    return Object.keys(this.#members);
  }
}

/** A facade whose members can have any name, such as `$node` and `$parameter`. */
export class OpenFacade {
  readonly title: string;
  readonly read: (name: string) => unknown;
  readonly names: () => string[];

  constructor(title: string, read: (name: string) => unknown, names: () => string[] = () => []) {
    this.title = title;
    this.read = read;
    this.names = names;
  }

  has(name: string): boolean {
    return this.names().includes(name);
  }
}
