import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgresBinaries } from '../postgres-binaries.ts';
import { ensureCluster } from '../postgres-cluster.ts';
import { chooseLauncher } from '../postgres-launcher.ts';

export interface ClusterTemplate {
  /** Puts a copy of the cluster and its password where `startPostgres` would make them. */
  copyTo(dataDir: string): void;
  remove(): void;
}

/** Makes an empty cluster once, because initdb takes seconds and a copy takes a tenth of one. */
export async function makeClusterTemplate(): Promise<ClusterTemplate> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-cluster-'));
  const made = join(folder, 'postgres');
  await ensureCluster(made, findPostgresBinaries().initdb, chooseLauncher(made));
  return {
    copyTo: (dataDir) => {
      mkdirSync(dirname(dataDir), { recursive: true, mode: 0o700 });
      execFileSync('cp', ['-a', made, dataDir]);
      execFileSync('cp', ['-a', `${made}.password`, `${dataDir}.password`]);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
