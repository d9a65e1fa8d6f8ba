import { createHash } from 'node:crypto';
import { isBuiltin, registerHooks } from 'node:module';
import { constants, setPriority } from 'node:os';
import { ZodError } from 'zod';
import type { Figure, FoldQuestion, FoldWord } from './fold-question.ts';
import { Lines } from './lines.ts';
import { OutOfReach, withdrawGlobals } from './out-of-reach.ts';
import type { AnyReport, AsOf } from './report.ts';

// Folds one report, in a process of its own that may read its code and nothing else (`--permission`): behind everything
// else that runs here, without the network, the clock or chance, and with nothing in its environment.

type Fold = Pick<AnyReport, 'initial' | 'reduce'> & { render: (...given: Parameters<AnyReport['render']>) => object };

const SAID_EVERY = 10_000;
const { stdin, stdout, stderr } = process;
const exit = process.exit.bind(process);
const say = (word: FoldWord): boolean => stderr.write(`${JSON.stringify(word)}\n`);

// What its code has begun and nobody waits for.
process.on('unhandledRejection', fail);
setPriority(constants.priority.PRIORITY_LOW);
let tried: string | undefined;
const hashes: string[] = [];
const hashOf = (source: string | Uint8Array): string => createHash('sha256').update(source).digest('hex');

try {
  const input = new Lines(stdin);
  const question = JSON.parse(await input.next()) as FoldQuestion;
  const report = await load(question);
  const { filter } = report;
  const parameters = report.parameters.parse(question.parameters);
  const codeHash = hashOf(hashes.toSorted().join('\n'));
  say({ kind: 'ready', filter: [...filter], parameters: JSON.parse(JSON.stringify(parameters)) as never, codeHash });
  const asOf = JSON.parse(await input.next()) as AsOf;
  const fold = question.figure ? await behind(report, question.figure, asOf) : report;
  const state = await folded(fold, parameters as never, input);
  const table = fold.render(state as never, parameters as never, asOf);
  if (tried !== undefined) throw new OutOfReach(tried);
  stdout.end(JSON.stringify({ ...asOf, ...table }), () => stderr.end(() => exit(0)));
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  say({ kind: 'refused', ...refusal(error) });
  stderr.end(() => exit(1));
}

async function load({ code, within }: FoldQuestion): Promise<AnyReport> {
  const refuse = (what: string): never => {
    tried ??= what;
    throw new OutOfReach(what);
  };
  registerHooks({
    resolve(specifier, context, next) {
      if (isBuiltin(specifier)) refuse(specifier);
      // What is ours is found from here, wherever the report's file lies.
      const isOurs = /^(@easel\/|zod(\/|$))/.test(specifier);
      const found = next(specifier, isOurs ? { ...context, parentURL: import.meta.url } : context);
      if (found.url !== code && !within.some((beneath) => found.url.startsWith(beneath))) refuse(specifier);
      return found;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const source = loaded.source ?? '';
      hashes.push(hashOf(typeof source === 'string' ? source : new Uint8Array(source as ArrayBuffer)));
      return loaded;
    },
  });
  withdrawGlobals((what) => (tried ??= what));
  const { report } = (await import(code)) as { report?: AnyReport };
  if (!report) throw new Error('The file exports no report');
  return report;
}

/** What it imports is found when the report's own code has been: it is no part of that. */
async function behind(report: AnyReport, figure: Figure, asOf: AsOf): Promise<Fold> {
  const { BehindFigure } = await import('./behind-figure.ts');
  return new BehindFigure(report, figure, asOf);
}

async function folded(report: Pick<Fold, 'initial' | 'reduce'>, parameters: never, input: Lines): Promise<unknown> {
  let state = report.initial();
  let folded = 0;
  let last = '';
  for await (const lines of input.rest()) {
    for (const line of lines) {
      const fact = JSON.parse(line) as { position: string };
      if (!isBehind(fact.position, last))
        throw new Error(`The fact at ${fact.position} comes after the one at ${last}`);
      last = fact.position;
      state = report.reduce(state as never, fact as never, parameters);
      folded += 1;
      if (folded % SAID_EVERY === 0) say({ kind: 'at', position: last });
    }
  }
  return state;
}

/** Of two positions in digits. */
function isBehind(position: string, other: string): boolean {
  return position.length > other.length || (position.length === other.length && position > other);
}

function refusal(error: unknown): Omit<Extract<FoldWord, { kind: 'refused' }>, 'kind'> {
  const what = error instanceof OutOfReach ? error.message : tried;
  if (what !== undefined) return { why: 'outOfReach', detail: what };
  if (error instanceof ZodError) {
    const detail = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return { why: 'parameters', detail };
  }
  return { why: 'failed', detail: error instanceof Error ? error.message : String(error) };
}
