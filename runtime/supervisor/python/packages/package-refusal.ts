/** The declared packages cannot be had. `message` is for the developer and says what to do. */
export class PackageRefusal extends Error {}

/** Packages cannot be installed at the moment, whatever is declared. `message` is for the developer. */
export class PackagesUnavailable extends Error {
  /** The reason, for the operator. */
  readonly detail: string;
  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}
