import pg from 'pg';

/** A superuser's session for looking at, and into, a test's database. */
export class Admin {
  #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(databaseUrl: string): Promise<Admin> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return new Admin(client);
  }

  async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, values)).rows;
  }

  /** Asks again until the answer has a row: for a state that nobody announces. */
  async until<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> {
    for (;;) {
      const [row] = await this.rows<Row>(text, values);
      if (row) return row;
    }
  }

  /** Resolves once the store's writer waits for somebody's lock, with its process id. */
  async blockedWriter(): Promise<number> {
    const { pid } = await this.until<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and application_name like 'event-store % writer' and wait_event_type = 'Lock'`,
    );
    return pid;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
