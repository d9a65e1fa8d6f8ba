import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { LedgerRecord } from '@easel/contracts/ledger/console.http';
import { canonicalJson, hashOfText } from '@easel/kernel/proof/hash-chain';
import type { LedgerFilter } from './console-filter.ts';
import type { ConsoleFileEntry } from './console-statements.ts';

/*
 * The ledger as a file that proves itself: a line of canonical JSON for the export, one for each entry with its number
 * and the hash of the line before it, and a last one that says how many there are and is signed. Nothing in it can be
 * changed, left out, put in or moved without a link that no longer holds, nor the links made anew without the master
 * key.
 */

export interface ExportHead {
  kind: 'ledger';
  version: 1;
  /** ISO 8601. */
  madeAt: string;
  /** Of the newest entry that there was. */
  position: string;
  filter: LedgerFilter;
}

export interface ExportLine {
  kind: 'entry';
  /** From 1. */
  number: number;
  /** Hash of the line before. */
  previous: string;
  /** As the console's list has it. */
  entry: LedgerRecord;
}

export interface ExportEnd {
  kind: 'end';
  entries: number;
  /** Hash of the line before. */
  previous: string;
  signature: string;
}

/** What the key that signs serves for. */
export const EXPORT_SIGNATURE = 'ledger export';

/** What is signed. */
export const signedText = ({ entries, previous }: Pick<ExportEnd, 'entries' | 'previous'>): string =>
  canonicalJson({ entries, previous });

export interface ExportOptions {
  madeAt: Date;
  position: string;
  filter: LedgerFilter;
  sign: (text: string) => string;
}

/** The file's text, portion by portion. */
export async function* chainedExport(
  portions: AsyncIterable<readonly ConsoleFileEntry[]>,
  { madeAt, position, filter, sign }: ExportOptions,
): AsyncGenerator<string, void, void> {
  let previous = '';
  const line = (what: ExportHead | ExportLine | ExportEnd): string => {
    const text = canonicalJson(what);
    previous = hashOfText(text);
    return `${text}\n`;
  };
  yield line({ kind: 'ledger', version: 1, madeAt: madeAt.toISOString(), position, filter });
  let entries = 0;
  for await (const portion of portions) {
    let text = '';
    for (const row of portion) text += line({ kind: 'entry', number: ++entries, previous, entry: recordOf(row) });
    yield text;
  }
  yield line({ kind: 'end', entries, previous, signature: sign(signedText({ entries, previous })) });
}

/** As PostgreSQL writes it for the console's list. */
export const recordOf = (row: ConsoleFileEntry): LedgerRecord => ({
  id: row.event_id,
  member_id: row.member_id,
  at: row.at,
  reason: row.reason,
  unit: row.unit,
  note: row.note,
  credits: tenthsToCredits(row.tenths),
  held: tenthsToCredits(row.held_tenths),
  dollars: centsToDollars(row.cents),
  frozen: centsToDollars(row.frozen_cents),
  card: centsToDollars(row.card_cents),
  balance: {
    credits: tenthsToCredits(row.balance_tenths),
    held: tenthsToCredits(row.balance_held_tenths),
    dollars: centsToDollars(row.balance_cents),
    frozen: centsToDollars(row.balance_frozen_cents),
  },
  actor: { kind: row.actor_kind, id: row.actor_id, role: row.actor_role },
  stream: row.stream,
  revision: row.revision,
  position: row.position,
  correlation_id: row.correlation_id,
  causation_id: row.causation_id,
  generation_id: row.generation_id,
  purchase_id: row.purchase_id,
  payment_id: row.payment_id,
});
