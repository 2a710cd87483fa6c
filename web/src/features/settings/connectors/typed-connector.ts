/** What the form of a new connector holds. */
export interface TypedConnector {
  readonly service: string;
  readonly values: Readonly<Record<string, string>>;
  readonly quota: string;
}
