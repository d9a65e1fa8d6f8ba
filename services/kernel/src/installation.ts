import type { Pool } from 'pg';
import type { Sealer } from './sealing.ts';

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

/** Throws WrongMasterKey where the database belongs to an installation of another key. */
export async function refuseOtherKey(pool: Pool, sealer: Sealer): Promise<void> {
  const { rows } = await pool.query<{ id: string; key_digest: string }>(
    'SELECT id, key_digest FROM vault.installation',
  );
  if (rows.some(({ id, key_digest: digest }) => digest !== keyDigestOf(sealer, id))) throw new WrongMasterKey();
}
