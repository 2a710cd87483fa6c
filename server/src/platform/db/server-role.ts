import pg from "pg";

/** The rights of a role beyond the rights that a server needs. */
export interface RolePower {
  readonly role: string;
  readonly isSuperuser: boolean;
  /** Whether the role owns tables. Owners can drop tables and disable their triggers. */
  readonly ownsTables: boolean;
}

/** Returns the role that a connection string signs in as. */
export function parseRole(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/**
 * Lets a role read and write rows, and nothing else. The role cannot change rows that triggers keep immutable, and
 * cannot disable those triggers, because only owners can alter tables. The owner calls this after each migration,
 * because new tables come without rights.
 */
export async function grantToServerRole(ownerUrl: string, role: string): Promise<void> {
  await withClient(ownerUrl, (client) => grantRights(client, role));
}

/** Grants the same rights as `grantToServerRole`, in the transaction that the owner's connection has open. */
export async function grantRights(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; database: string }>(
    "SELECT current_schema() AS schema, current_database() AS database",
  );
  const [found] = rows;
  if (!found) throw new Error("the database returned no current schema");
  const [schema, database, name] = [found.schema, found.database, role].map((each) =>
    pg.escapeIdentifier(each),
  );
  await client.query(
    `GRANT CONNECT ON DATABASE ${database} TO ${name};
     GRANT USAGE ON SCHEMA ${schema} TO ${name};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name};
     GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name};
     REVOKE INSERT, UPDATE, DELETE ON kysely_migration, sql_definitions FROM ${name}`,
  );
}

/** Creates a role that can only sign in, or changes its password. */
export async function createServerRole(ownerUrl: string, role: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const name = pg.escapeIdentifier(role);
    const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
    const verb = rowCount === 0 ? "CREATE" : "ALTER";
    await client.query(
      `${verb} ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(password)}`,
    );
  });
}

/** Returns the rights of the role that a connection string signs in as. */
export async function readRolePower(url: string): Promise<RolePower> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<RolePower>(
      `SELECT current_user AS role,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
         EXISTS (
           SELECT FROM pg_class
           WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
             AND pg_has_role(current_user, relowner, 'USAGE')
         ) AS "ownsTables"`,
    );
    const [power] = rows;
    if (!power) throw new Error("the database returned no current user");
    return power;
  });
}

async function withClient<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
