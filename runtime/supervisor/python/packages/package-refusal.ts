/** The declared packages cannot be installed. `message` tells the developer why and what to do. */
export class PackageRefusal extends Error {}

/**
 * Packages cannot be installed at the moment, regardless of their names and versions. `message` is for the developer.
 */
export class PackagesUnavailable extends Error {
  /** The reason, for the operator. */
  readonly detail: string;
  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}
