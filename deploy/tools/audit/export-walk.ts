import type { ExportEnd, ExportHead, ExportLine } from '@easel/projections/ledger/chained-export';
import { canonicalJson, hashOfText } from '@easel/kernel/proof/hash-chain';
import * as z from 'zod/mini';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { short, type Finding } from './finding.ts';
import type { TextLine } from './export-lines.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.number().check(z.int(), z.gte(0));
const known = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ledger'),
    version: z.literal(1),
    madeAt: z.iso.datetime(),
    position: z.string().check(z.regex(/^-?\d{1,19}$/)),
    filter: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({ kind: z.literal('entry'), number: count, previous: hash, entry: ledgerConsoleHttp.one.reply }),
  z.strictObject({ kind: z.literal('end'), entries: count, previous: hash, signature: hash }),
]);

export type Known = ExportHead | ExportLine | ExportEnd;

export interface ReadLine {
  number: number;
  text: string;
  hash: string;
  isWhole: boolean;
  /** Undefined where it is no line of an export. */
  what: Known | undefined;
}

export interface ExportWalkOptions {
  finding: (finding: Finding) => void;
  /** Undefined where there is no key to tell by. */
  isSigned: ((end: ExportEnd) => boolean) | undefined;
}

/**
 * Walks an export, three lines in memory, and names the line at which it is no more as it was written: the one that was
 * changed, not the one after it whose link shows it. What follows a break is handed out all the same; only the first
 * break is told, since nothing behind it can be trusted to be where it was.
 */
export class ExportWalk {
  entries = 0;
  isBroken = false;
  end: ExportEnd | undefined;
  private before: ReadLine | undefined;
  private beforeThat: ReadLine | undefined;

  constructor(
    private readonly lines: AsyncIterable<TextLine>,
    private readonly options: ExportWalkOptions,
  ) {}

  async *read(): AsyncGenerator<{ line: number; entry: ExportLine['entry'] }, void, void> {
    let last: TextLine | undefined;
    for await (const [current, next] of withNext(this.lines)) {
      last = current;
      const line = readLine(current);
      if (!this.isBroken) this.check(line, next && readLine(next));
      const { what } = line;
      if (what?.kind === 'entry') {
        this.entries += 1;
        yield { line: line.number, entry: what.entry };
      }
      if (what?.kind === 'end') this.end ??= what;
      this.beforeThat = this.before;
      this.before = line;
    }
    if (this.isBroken || this.end) return;
    this.tell(
      'cut',
      (last?.number ?? 0) + 1,
      'the file ends before its last line, which says how many entries there are',
    );
  }

  private check(line: ReadLine, next: ReadLine | undefined): void {
    const { before } = this;
    const { number, what } = line;
    if (!what) {
      if (!line.isWhole) return this.tell('cut', number, 'the file ends within it');
      return this.tell('changed', number, 'it is no line of an export');
    }
    if (this.end) return this.tell('inserted', number, 'it stands behind the end');
    if (what.kind === 'ledger') {
      if (before) this.tell('inserted', number, 'it is a second beginning');
      return;
    }
    if (!before) return this.tell('missing', number, 'the line that the file begins with is gone');
    const due = before.what?.kind === 'entry' ? before.what.number + 1 : 1;
    const has = what.kind === 'entry' ? what.number : what.entries + 1;
    if (what.previous !== before.hash || has !== due) return this.broken({ line, what, before, next, due, has });
    if (what.kind === 'end' && this.options.isSigned?.(what) === false) {
      this.tell(
        'forged',
        number,
        'the signature is not ours: whoever wrote the links of this file did not have the key',
      );
    }
  }

  private broken({
    line,
    what,
    before,
    next,
    due,
    has,
  }: {
    line: ReadLine;
    what: ExportLine | ExportEnd;
    before: ReadLine;
    next: ReadLine | undefined;
    due: number;
    has: number;
  }): void {
    const { number } = line;
    const follower = next?.what?.kind === 'ledger' ? undefined : next?.what;
    const isFollowed = follower?.previous === line.hash;
    // Without this line everything would be as it was.
    if (follower && follower.previous === before.hash && numberOf(follower) === due) {
      return numberOf(follower) < has
        ? this.tell('swapped', number, `it and line ${number + 1} stand in each other’s place`)
        : this.tell('inserted', number, 'it was put in');
    }
    const earlier = this.beforeThat;
    if (earlier && what.previous === earlier.hash && before.what?.kind === 'entry' && has === before.what.number) {
      return this.tell('inserted', before.number, 'it was put in');
    }
    if (has > due) {
      const gone = has - due;
      return this.tell(
        'missing',
        number,
        `${gone === 1 ? 'an entry is' : `${gone} entries are`} gone: entry ${due} should stand here`,
      );
    }
    const isSealed = what.kind === 'end' && this.options.isSigned?.(what) === true;
    if (what.previous !== before.hash && (isFollowed || isSealed)) {
      const message = `it was changed: it hashes to ${short(before.hash)}, line ${number} was linked to ${short(what.previous)}`;
      return this.tell('changed', before.number, message);
    }
    const forged = what.kind === 'end';
    this.tell(forged ? 'forged' : 'changed', number, `it does not follow from line ${before.number}`);
  }

  private tell(why: string, line: number, message: string): void {
    this.isBroken = true;
    this.options.finding({ code: `export.${why}`, place: `line ${line}`, message, detail: { line } });
  }
}

/** Of an end the number that comes after its entries. */
const numberOf = (what: ExportLine | ExportEnd): number => (what.kind === 'entry' ? what.number : what.entries + 1);

function readLine({ number, text, isWhole }: TextLine): ReadLine {
  return { number, text, hash: hashOfText(text), isWhole, what: isWhole ? knownLine(text) : undefined };
}

/** A text that says the same in other words is none of ours: fields twice, spaces, another order. */
function knownLine(text: string): Known | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (canonicalJson(value) !== text) return undefined;
    return known.safeParse(value).data;
  } catch {
    return undefined;
  }
}

async function* withNext<T>(items: AsyncIterable<T>): AsyncGenerator<[T, T | undefined], void, void> {
  let held: { item: T } | undefined;
  for await (const item of items) {
    if (held) yield [held.item, item];
    held = { item };
  }
  if (held) yield [held.item, undefined];
}
