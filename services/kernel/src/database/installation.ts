import type { Pool } from 'pg';
import type { Sealer } from '../identity/sealing.ts';

/** Which installation the database is of; unconfirmed until its log says the same. And who runs it now. */
export const installationTables = [
  `CREATE TABLE vault.installation (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     id uuid NOT NULL,
     key_digest text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT now(),
     confirmed_at timestamptz
   );
   CREATE TABLE vault.holder (
     single boolean PRIMARY KEY DEFAULT true CHECK (single),
     backend int NOT NULL,
     host text NOT NULL,
     pid int NOT NULL,
     address text NOT NULL,
     since timestamptz NOT NULL DEFAULT now()
   )`,
];

/** Another key than the one the database began with: nothing sealed would open, and what it seals would not either. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key that this database began with: take the one of then, from the secrets.json of its DATA_DIR or from a backup',
    );
    this.name = 'WrongMasterKey';
  }
}

/** What the database keeps of the master key: it tells whether another is the same, and nothing of the key. */
export const keyDigestOf = (sealer: Sealer, installationId: string): string =>
  sealer.digest('installation', installationId);

/** Whose database it is, as far as it knows itself. */
export interface DatabaseOwner {
  readonly id: string;
  /** Its log says the same. */
  readonly confirmed: boolean;
  /** It began with the master key that is asked about. */
  readonly hasKey: boolean;
}

/** The installation that the database is of; undefined where none has begun there yet. */
export async function readDatabaseOwner(pool: Pool, sealer: Sealer): Promise<DatabaseOwner | undefined> {
  const { rows } = await pool.query<Omit<DatabaseOwner, 'hasKey'> & { digest: string }>(
    'SELECT id, confirmed_at IS NOT NULL AS confirmed, key_digest AS digest FROM vault.installation',
  );
  const [row] = rows;
  if (!row) return undefined;
  const { digest, ...owner } = row;
  return { ...owner, hasKey: digest === keyDigestOf(sealer, owner.id) };
}

/** Throws WrongMasterKey where the database is of an installation of another key. */
export async function refuseOtherKey(pool: Pool, sealer: Sealer): Promise<void> {
  if ((await readDatabaseOwner(pool, sealer))?.hasKey === false) throw new WrongMasterKey();
}

/** Whether an installation could have begun there: an older one has no table for it before its next start. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    `SELECT to_regclass('vault.installation') IS NOT NULL AS found`,
  );
  return rows[0]?.found === true;
}
