import { randomBytes } from 'node:crypto';
import { apiTables } from '@easel/api/api.tables';
import { createPool, migrate } from '@easel/kernel/database/database';
import { migrateKernel } from '@easel/kernel/server/foundation';
import { connectTo, createIndexes, establish } from '@easel/projections/kernel/projection-state';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { readModels } from '@easel/projections/read-models';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { createTables } from '../../stand-ins/event-store/tables.ts';
import { PostgresArchive } from '../../stand-ins/stripe/archive/archive-postgres.ts';

export interface LifeDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export const STORE_SCHEMA = 'store';

/** Databases with all tables of the product and its servers in them and no row yet, one a life. */
export class Databases {
  private constructor(
    private readonly serverUrl: string,
    private readonly template: string,
    private readonly admin: Client,
  ) {}

  /** `serverUrl`: a superuser's. */
  static async open(serverUrl: string, logger: Logger): Promise<Databases> {
    const admin = new Client({ connectionString: serverUrl });
    admin.on('error', () => undefined);
    await admin.connect();
    const databases = new Databases(serverUrl, nameOf('template'), admin);
    await admin.query(`create database ${databases.template}`);
    await furnish(databases.urlOf(databases.template), logger);
    return databases;
  }

  async create(): Promise<LifeDatabase> {
    const name = nameOf('life');
    await this.admin.query(`create database ${name} template ${this.template}`);
    return { url: this.urlOf(name), drop: () => this.drop(name) };
  }

  async close(): Promise<void> {
    await this.drop(this.template);
    await this.admin.end();
  }

  private async drop(name: string): Promise<void> {
    await this.admin.query(`drop database if exists ${name} with (force)`);
  }

  private urlOf(name: string): string {
    const url = new URL(this.serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  }
}

const nameOf = (kind: string): string => `simulated_${kind}_${randomBytes(6).toString('hex')}`;

async function furnish(url: string, logger: Logger): Promise<void> {
  const pool = createPool(url, { max: 1, name: 'simulation' });
  await migrateKernel(pool);
  await migrate(pool, { api: apiTables });
  await pool.query(createTables(STORE_SCHEMA));
  for (const model of readModels) {
    const sql = await connectTo(singleConnection(pool, 'simulation'), model.schema);
    await establish(sql, model, model.schema);
    await createIndexes(sql, model);
    await sql.end();
  }
  await pool.end();
  const archive = new PostgresArchive(url, logger);
  await archive.open();
  await archive.close();
}
