/** The values of the form for a new connector. */
export interface TypedConnector {
  readonly service: string;
  readonly values: Readonly<Record<string, string>>;
  readonly quota: string;
}
