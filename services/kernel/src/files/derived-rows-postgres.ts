import type { Pool } from 'pg';
import type { DerivedRow, DerivedRows, DerivedState, DerivedRequest } from './derived-rows.ts';

/** One that nobody asks for is forgotten after so long. */
const KEPT_DAYS = 30;
/** What is asked for again is written down at most so often, so that answering is reading. */
const ASKED_DAYS = 1;

export const derivedTables = [
  `CREATE TABLE vault.derived_files (
     key text PRIMARY KEY,
     recipe int NOT NULL,
     source text NOT NULL,
     subject_id uuid NOT NULL,
     part_id uuid NOT NULL,
     format text NOT NULL,
     width_px int NOT NULL,
     height_px int NOT NULL,
     state text NOT NULL DEFAULT 'wanted' CHECK (state IN ('wanted', 'making', 'made', 'failed')),
     tries int NOT NULL DEFAULT 0,
     -- One claim of one maker, whose word counts until held_until.
     claim uuid,
     -- Nobody else takes it up, or asks for it again, before that.
     held_until timestamptz NOT NULL DEFAULT '-infinity',
     failure text CHECK (failure IN ('no_room', 'failed')),
     blob text,
     bytes bigint,
     wanted_at timestamptz NOT NULL DEFAULT now(),
     asked_at timestamptz NOT NULL DEFAULT now(),
     CHECK ((state = 'made') = (blob IS NOT NULL AND bytes IS NOT NULL)),
     CHECK ((state = 'failed') = (failure IS NOT NULL)),
     CHECK ((state = 'making') = (claim IS NOT NULL))
   )`,
  `CREATE INDEX derived_files_to_make ON vault.derived_files (wanted_at) WHERE state IN ('wanted', 'making')`,
  `CREATE INDEX derived_files_by_blob ON vault.derived_files (blob)`,
  `CREATE INDEX derived_files_by_source ON vault.derived_files (source)`,
  `CREATE INDEX derived_files_by_age ON vault.derived_files (asked_at)`,
  // Both had names of one feature's once. They are found by their place, so that the kernel need not say these.
  `DO $$
   DECLARE
     renamed record;
   BEGIN
     FOR renamed IN
       SELECT attname AS old, new FROM pg_attribute JOIN (VALUES (4, 'subject_id'), (5, 'part_id')) AS wanted (place, new)
         ON attnum = place
       WHERE attrelid = 'vault.derived_files'::regclass AND attname <> new
     LOOP
       EXECUTE format('ALTER TABLE vault.derived_files RENAME COLUMN %I TO %I', renamed.old, renamed.new);
     END LOOP;
   END $$`,
  // How the original is placed in the file; null where it fills the file.
  `ALTER TABLE vault.derived_files ADD COLUMN layout jsonb`,
  // What the file says of how its original was made; null where that is the usual way.
  `ALTER TABLE vault.derived_files ADD COLUMN making jsonb`,
];

interface Stored extends Omit<DerivedRow, 'bytes'> {
  bytes: string | null;
}

const COLUMNS = `key, state, failure, blob, bytes, asked_at < now() - make_interval(days => ${ASKED_DAYS}) AS stale`;

/** `vault.derived_files`, as those see it who ask for files. */
export class PostgresDerivedRows implements DerivedRows {
  constructor(private readonly pool: Pool) {}

  async find(keys: readonly string[]): Promise<(DerivedRow | undefined)[]> {
    const { rows } = await this.pool.query<Stored>({
      name: 'derived-find',
      text: `SELECT ${COLUMNS} FROM vault.derived_files WHERE key = ANY($1)`,
      values: [keys],
    });
    const byKey = new Map(
      rows.map((row) => [row.key, { ...row, bytes: row.bytes === null ? null : Number(row.bytes) }]),
    );
    return keys.map((key) => byKey.get(key));
  }

  async ask(key: string, request: DerivedRequest, recipe: number): Promise<DerivedState> {
    const { rows } = await this.pool.query<{ state: DerivedState }>({
      name: 'derived-ask',
      text: `INSERT INTO vault.derived_files AS old
               (key, recipe, source, subject_id, part_id, format, width_px, height_px, layout, making)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
             ON CONFLICT (key) DO UPDATE SET asked_at = now(), (state, failure, tries, wanted_at) = (
               SELECT 'wanted', NULL, 0, now() WHERE old.state = 'failed' AND old.held_until < now()
               UNION ALL
               SELECT old.state, old.failure, old.tries, old.wanted_at
               WHERE NOT (old.state = 'failed' AND old.held_until < now()))
             RETURNING state`,
      values: [
        key,
        recipe,
        request.source,
        request.subjectId,
        request.partId,
        request.format,
        request.widthPx,
        request.heightPx,
        jsonOf(request.layout),
        jsonOf(request.making),
      ],
    });
    if (!rows[0]) throw new Error('what was asked for is not there');
    return rows[0].state;
  }

  async touch(key: string, blob: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'UPDATE vault.derived_files SET asked_at = now() WHERE key = $1 AND blob = $2',
      [key, blob],
    );
    return rowCount !== 0;
  }

  async unmake(key: string, blob: string): Promise<void> {
    await this.pool.query(
      `UPDATE vault.derived_files
       SET state = 'wanted', blob = NULL, bytes = NULL, tries = 0, held_until = '-infinity', wanted_at = now()
       WHERE key = $1 AND blob = $2`,
      [key, blob],
    );
  }
}

const jsonOf = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));

/** Forgets what nobody has asked for in a long time; gives how many. Their blobs are then unused, and a sweep's. */
export async function forgetUnasked(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM vault.derived_files WHERE asked_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  );
  return rowCount ?? 0;
}
