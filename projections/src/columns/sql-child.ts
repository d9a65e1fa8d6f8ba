import { createReadStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNumericType, valueText } from '@easel/contracts/columns/values';
import { spreadsheetCsv } from '@easel/kernel/files/csv';
import { type DuckDBConnection, type DuckDBResult, type Json, StatementType, VARCHAR } from '@duckdb/node-api';
import { type Options, stringify } from 'csv-stringify/sync';
import { identifier, isUnreadable, literal } from './duckdb.ts';
import { CannotOpen, SegmentDatabase } from './segment-database.ts';
import type { SqlPreparation, SqlQuestion, SqlRows, SqlWord } from './sql-question.ts';
import { exactValue, fitsParquet, parquetType, sqlType } from './sql-values.ts';
import { outOfReach } from './statement-reach.ts';

// Runs one statement of somebody's, in a process of its own: behind everything else that runs here, with nothing in its
// environment, and over as soon as whoever asked is. What the statement may do is bounded before it is looked at.

class NotOneSelect extends Error {}
class OutOfReach extends Error {
  constructor(names: readonly string[]) {
    super(`Not allowed here: ${names.join(', ')}`);
  }
}

const say = (word: SqlWord): boolean => process.stderr.write(`${JSON.stringify(word)}\n`);

setPriority(constants.priority.PRIORITY_LOW);
const input = createInterface({ input: process.stdin });
input.once('line', (line) => {
  const database = prepare(JSON.parse(line) as SqlPreparation);
  // Its failure is reported when there is a question.
  database.catch(() => undefined);
  input.once('line', (question) => void answer(database, JSON.parse(question) as SqlQuestion));
});
input.once('close', () => process.exit(1));

/** Opens the segments ahead of the question: most of the time of a short one would go by with that. */
async function prepare({ segments, memory }: SqlPreparation): Promise<SegmentDatabase> {
  const database = await SegmentDatabase.create(memory);
  // A segment that was replaced meanwhile is missing; the question names the present ones.
  await database.attach(segments).catch(() => undefined);
  return database;
}

async function answer(preparing: Promise<SegmentDatabase>, question: SqlQuestion): Promise<void> {
  let code = 0;
  try {
    const sql = await open(await preparing, question);
    await check(sql, question.sql);
    await tell(sql, question);
  } catch (error) {
    code = 1;
    say({ kind: 'refused', ...refusal(error) });
  }
  // Both ends are pipes, and what is in them would be lost.
  process.stdout.end(() => process.stderr.end(() => process.exit(code)));
}

/** The facts up to the position that is asked for; nothing else is in reach from here on. */
async function open(
  database: SegmentDatabase,
  { segments, views, asOf, format, file }: SqlQuestion,
): Promise<DuckDBConnection> {
  const { sql } = database;
  const names = await database.attach(segments);
  const all = names.map((name) => `from ${name}.facts`).join(' union all ');
  const position = 'position' in asOf ? asOf.position : await positionAt(sql, all, asOf.at);
  await sql.run(`create view facts as select * from (${all}) where position <= ${BigInt(position)}`);
  for (const view of views) await sql.run(view);
  if (format === 'parquet') await sql.run(`set allowed_paths = [${literal(file)}]`);
  // Several threads would hand segments over as they are read, and not in the log's order.
  if (format === 'lines') await sql.run('set threads = 1');
  await sql.run('set enable_external_access = false');
  await sql.run('set lock_configuration = true');
  say({ kind: 'begun', position });
  return sql;
}

/** The last position of an instant; -1 where it lies before every fact. */
async function positionAt(sql: DuckDBConnection, all: string, at: string): Promise<string> {
  const found = await sql.runAndReadAll(
    `select coalesce(max(position), -1) from (${all}) where "at" <= ${literal(at)}::timestamp`,
  );
  return String(found.getRows()[0]?.[0]);
}

/** Takes a statement as a text, and of all statements a SELECT alone. */
const asked = (text: string): string => `from query(${literal(text)})`;

/**
 * `query` refuses a PRAGMA, which is a SELECT to the statement's type; the type what is told in other words than its
 * own. What cannot be looked at before it is run is not run.
 */
async function check(sql: DuckDBConnection, text: string): Promise<void> {
  const serialized = await sql.runAndReadAll('select json_serialize_sql($1::varchar)', [text]);
  const tree = JSON.parse(String(serialized.getRows()[0]?.[0])) as { error: boolean };
  await checkReach(sql, tree);
  (await sql.prepare(asked(text))).destroySync();
  const statements = await sql.extractStatements(text);
  if (statements.count !== 1) throw new NotOneSelect();
  const statement = await statements.prepare(0);
  if (statement.statementType !== StatementType.SELECT || tree.error) throw new NotOneSelect();
}

async function checkReach(sql: DuckDBConnection, tree: unknown): Promise<void> {
  const { sources, functions } = outOfReach(tree);
  if (sources.length > 0) throw new OutOfReach(sources);
  if (functions.length === 0) return;
  // DuckDB says better what it does not know, and what was meant.
  const known = await sql.runAndReadAll(
    `select distinct function_name from duckdb_functions() where function_name in (${functions.map(literal).join(', ')})`,
  );
  const refused = known.getRows().map(([name]) => String(name));
  if (refused.length > 0) throw new OutOfReach(refused);
}

async function tell(sql: DuckDBConnection, { sql: text, format, most, file }: SqlQuestion): Promise<void> {
  if (format === 'parquet') {
    say({ kind: 'read', rows: await writeParquet(sql, text, file) });
    return pipeline(createReadStream(file), process.stdout, { end: false });
  }
  const result = await sql.stream(asked(text));
  if (format === 'rows')
    await pipeline([JSON.stringify(await firstRows(result, most))], process.stdout, { end: false });
  else await pipeline(Readable.from(files[format](result), { objectMode: false }), process.stdout, { end: false });
}

const DOES_NOT_FIT = 'Parquet does not hold column';

/** Writes columns by their declared types; those with a value that such a type does not hold, as text. */
async function writeParquet(sql: DuckDBConnection, text: string, file: string): Promise<number> {
  const statement = await sql.prepare(asked(text));
  const columns = Array.from({ length: statement.columnCount }, (_, index) => ({
    column: `column_${index}`,
    name: identifier(statement.columnName(index)),
    type: statement.columnType(index),
  }));
  statement.destroySync();
  const answer = `${asked(text)} as answer(${columns.map(({ column }) => column).join(', ')})`;
  const asText = new Set<string>();
  for (;;) {
    const selected = columns.map(({ column, name, type }) => {
      if (asText.has(column)) return `${column}::varchar as ${name}`;
      const declared = parquetType(type);
      const value = declared === sqlType(type) ? column : `cast(${column} as ${declared})`;
      const fits = fitsParquet(type, column);
      const refused = `error(${literal(`${DOES_NOT_FIT} ${column}`)})`;
      return `${fits ? `case when ${column} is null or ${fits} then ${value} else ${refused} end` : value} as ${name}`;
    });
    try {
      const copied = await sql.run(
        `copy (select ${selected.join(', ')} ${answer}) to ${literal(file)} (format parquet, compression zstd)`,
      );
      return copied.rowsChanged;
    } catch (error) {
      const misfit = new RegExp(`${DOES_NOT_FIT} (column_\\d+)`).exec(String(error))?.[1];
      if (misfit === undefined || asText.has(misfit)) throw error;
      asText.add(misfit);
    }
  }
}

const files = { csv: csvOf, json: jsonOf, lines: linesOf };

async function* linesOf(result: DuckDBResult): AsyncGenerator<string, void, void> {
  let read = 0;
  for await (const chunk of result) {
    read += chunk.rowCount;
    say({ kind: 'read', rows: read });
    if (chunk.rowCount > 0) yield `${chunk.getColumnValues(0).join('\n')}\n`;
  }
}

async function firstRows(result: DuckDBResult, most: SqlQuestion['most']): Promise<SqlRows> {
  const columns = columnsOf(result);
  const rows: unknown[][] = [];
  let bytes = 0;
  for await (const portion of portionsOf(result)) {
    for (const row of portion) {
      bytes += JSON.stringify(row).length;
      if (rows.length === most.rows || bytes > most.bytes) return { columns, rows, more: true };
      rows.push(row);
    }
  }
  return { columns, rows, more: false };
}

/** Numbers keep their sign. */
async function* csvOf(result: DuckDBResult): AsyncGenerator<string, void, void> {
  const options: Options = { ...spreadsheetCsv, cast: { object: unescaped } };
  const columns = columnsOf(result);
  const signed = columns.map(({ type }) => isNumericType(type) || SIGNED.test(type));
  yield stringify([columns.map(({ name }) => name)], { ...options, bom: true });
  for await (const rows of portionsOf(result))
    yield stringify(
      rows.map((row) => row.map((value, index) => cell(value, signed[index] ?? false))),
      options,
    );
}

/** Other types than numbers whose text may begin with a sign. */
const SIGNED = /^(INTERVAL|DATE|TIMESTAMP)/;

const cell = (value: Json, isSigned: boolean): number | string | { text: string } => {
  if (typeof value === 'number') return value;
  const text = valueText(value);
  return isSigned && text.startsWith('-') ? { text } : text;
};

const unescaped = ({ text }: Record<string, unknown>) => ({ value: String(text), escape_formulas: false });

async function* jsonOf(result: DuckDBResult): AsyncGenerator<string, void, void> {
  const names = columnsOf(result).map(({ name }) => name);
  let before = '\n';
  yield '[';
  for await (const rows of portionsOf(result)) {
    const objects = rows.map((row) =>
      JSON.stringify(Object.fromEntries(names.map((name, index) => [name, row[index]]))),
    );
    if (objects.length > 0) yield `${before}${objects.join(',\n')}`;
    before = ',\n';
  }
  yield '\n]\n';
}

const columnsOf = (result: DuckDBResult): SqlRows['columns'] =>
  result.deduplicatedColumnNames().map((name, index) => ({ name, type: sqlType(result.columnType(index)) }));

async function* portionsOf(result: DuckDBResult): AsyncGenerator<Json[][], void, void> {
  // The library's own conversion of rows does not know which texts are JSON.
  const types = result.columnTypes();
  let read = 0;
  for await (const rows of result.yieldRows()) {
    read += rows.length;
    say({ kind: 'read', rows: read });
    yield rows.map((row) => row.map((value, index) => exactValue(value, types[index] ?? VARCHAR, exactValue)));
  }
}

function refusal(error: unknown): Omit<Extract<SqlWord, { kind: 'refused' }>, 'kind'> {
  const detail = error instanceof Error ? error.message : String(error);
  // A statement has no other files in reach.
  if (error instanceof CannotOpen || isUnreadable(error)) return { why: 'unreadable', detail };
  if (error instanceof NotOneSelect || /Expected a single SELECT|^Error in native callback/.test(detail)) {
    return { why: 'oneSelect', detail: '' };
  }
  if (error instanceof OutOfReach || /^(Failed to extract statements: )?Permission Error/.test(detail)) {
    return { why: 'outOfReach', detail };
  }
  if (/^(Out of Memory Error|INTERNAL Error.*allocat)/.test(detail)) return { why: 'hungry', detail };
  if (/syntax error at or near/.test(detail) && /(?<!")\bat\b(?!")/.test(detail.split('\n')[2] ?? '')) {
    return {
      why: 'failed',
      detail: `${detail}\n\nat is a word of SQL: as a column it stands in quotation marks, "at".`,
    };
  }
  return { why: 'failed', detail };
}
