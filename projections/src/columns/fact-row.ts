import { createHash } from 'node:crypto';
import { catalogue } from '@easel/contracts/catalogue';
import { categoryOf, type FactCatalogue, type FactMetadata, type Recorded } from '@easel/contracts/kernel/event';

/** A fact as the columns have it: brought to its newest version, without anything that is sealed. */
export interface FactRow {
  position: bigint;
  stream: string;
  revision: number;
  category: string;
  type: string;
  atMs: number;
  actor: { kind: string | null; id: string | null; role: string | null };
  /** JSON. */
  data: string;
}

/** What the sealed fields of a fact begin with (services/kernel/src/identity/sealing.ts). */
const SEALED_PREFIX = 'sealed:';
const definitions: FactCatalogue = catalogue;

/** Changes with what a row is made of. */
export const LAYOUT = createHash('sha256')
  .update(JSON.stringify(Object.entries(definitions).map(([type, { version, sealed }]) => [type, version, sealed])))
  .digest('hex')
  .slice(0, 16);

/** Takes a fact as it is stored. */
export function factRow(stored: Recorded): FactRow {
  const { position, stream, revision, type, recordedAt, metadata } = stored;
  const actor: Partial<FactMetadata['actor']> = metadata.actor ?? {};
  return {
    position,
    stream,
    revision,
    category: categoryOf(stream),
    type,
    atMs: recordedAt.getTime(),
    actor: { kind: textOf(actor.kind), id: textOf(actor.id), role: textOf(actor.role) },
    data: openData(stored),
  };
}

/**
 * Personal fields are left out by their names, as they are known; and by what stands in them, of types that nobody
 * knows.
 */
function openData({ type, data, metadata }: Recorded): string {
  const definition = definitions[type];
  let newest: unknown = data;
  for (let version = metadata.schemaVersion; version < (definition?.version ?? 0); version++) {
    newest = definition?.upcast?.[version]?.(newest as never) ?? newest;
  }
  const personal = new Set(definition?.sealed?.fields);
  const open =
    typeof newest === 'object' && newest !== null && !Array.isArray(newest)
      ? Object.fromEntries(Object.entries(newest).filter(([field]) => !personal.has(field)))
      : newest;
  return (
    JSON.stringify(open, (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(SEALED_PREFIX) ? undefined : value,
    ) ?? 'null'
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
