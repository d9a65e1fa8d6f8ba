import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { alone, literal } from './duckdb.ts';

/** A segment that is missing or damaged. */
export class CannotOpen extends Error {}

/** A database in memory to which segments are attached, read only. */
export class SegmentDatabase {
  readonly sql: DuckDBConnection;
  /** Names by path. */
  private readonly attached = new Map<string, string>();
  private attachedSoFar = 0;

  private constructor(sql: DuckDBConnection) {
    this.sql = sql;
  }

  /** `memory`: that the database may use, as DuckDB writes it: `512MB`. */
  static async create(memory: string): Promise<SegmentDatabase> {
    const database = await DuckDBInstance.create(':memory:', { ...alone, memory_limit: memory });
    return new SegmentDatabase(await database.connect());
  }

  /** Attaches these and detaches all others. Returns their names, in the order of the paths. Throws CannotOpen. */
  async attach(paths: readonly string[]): Promise<string[]> {
    for (const [path, name] of this.attached) {
      if (paths.includes(path)) continue;
      await this.sql.run(`detach ${name}`);
      this.attached.delete(path);
    }
    const names: string[] = [];
    for (const path of paths) names.push(await this.nameOf(path));
    return names;
  }

  private async nameOf(path: string): Promise<string> {
    const known = this.attached.get(path);
    if (known !== undefined) return known;
    const name = `segment_${this.attachedSoFar++}`;
    await this.sql.run(`attach ${literal(path)} as ${name} (read_only)`).catch((error: unknown) => {
      throw new CannotOpen(String(error));
    });
    this.attached.set(path, name);
    return name;
  }
}
