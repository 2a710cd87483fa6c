/** An object of ours that is read by name, such as `$input` and `Math`: what is not listed is not there. */
export class Facade {
  readonly title: string;
  readonly #members: ReadonlyMap<string, unknown>;

  /** A member that is a function of the host is a getter: asked when it is read. */
  constructor(title: string, members: Readonly<Record<string, unknown>>) {
    this.title = title;
    this.#members = new Map(Object.entries(members));
  }

  read(name: string): unknown {
    const member = this.#members.get(name);
    return typeof member === "function" ? member() : member;
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  names(): string[] {
    return [...this.#members.keys()];
  }
}

/** The same where any name may be asked for, as of `$node` and `$parameter`. */
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
