import type { EventFormat } from '@easel/contracts/events/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { spreadsheetCsv } from '@easel/kernel/files/csv';
import { stringify } from 'csv-stringify/sync';
import { rowOf } from './event-row.ts';
import { masked, withoutSealed } from './shown-event.ts';

export const contentTypes: Readonly<Record<EventFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const headings = [
  'position',
  'event id',
  'type',
  'category',
  'stream',
  'revision',
  'at',
  'actor kind',
  'actor id',
  'actor role',
  'member id',
  'correlation id',
  'causation id',
  'data',
  'metadata',
];

/**
 * Events as they are stored, what is sealed in them as `[sealed]`: the text of a file, a piece for each of the
 * portions.
 */
export async function* eventFile(
  format: EventFormat,
  portions: AsyncIterable<readonly Recorded[]>,
): AsyncGenerator<string, void, void> {
  if (format === 'csv') yield stringify([headings], { ...spreadsheetCsv, bom: true });
  for await (const portion of portions) {
    if (portion.length === 0) continue;
    yield format === 'csv' ? stringify(portion.map(csvRow), spreadsheetCsv) : portion.map(line).join('');
  }
}

/** One event as a line of JSON. */
function line(stored: Recorded): string {
  const { position, id, type, stream, revision, recordedAt } = stored;
  const fields = { id: String(position), event_id: id, type, stream, revision, at: recordedAt.toISOString() };
  return `${JSON.stringify({ ...fields, data: withoutSealed(stored).value, metadata: metadataOf(stored) })}\n`;
}

function csvRow(stored: Recorded): (string | number | null)[] {
  const row = rowOf(stored);
  return [
    String(row.position),
    row.event_id,
    row.type,
    row.category,
    row.stream,
    row.revision,
    stored.recordedAt.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.actor_role,
    row.member_id,
    row.correlation_id,
    row.causation_id,
    JSON.stringify(withoutSealed(stored).value),
    JSON.stringify(metadataOf(stored)),
  ];
}

const metadataOf = ({ metadata }: Recorded): unknown => masked(metadata, 'metadata', []);
