import type { BenchRow } from './row.ts';

/** The figures of one bench as they are committed. */
export interface Figures {
  /** A day in ISO 8601. */
  measuredOn: string;
  machine: string;
  rows: readonly BenchRow[];
  /** The same bench of an earlier build, where it was measured. */
  before?: readonly BenchRow[];
}

/** By the name of the bench. */
export type AllFigures = Readonly<Record<string, Figures>>;

/** A ratio that is this much of the committed one is reported. */
const WORSE = 0.9;

/** One line for each row that is more than 10 % worse than the committed one, or is no longer measured. */
export function worseThan(committed: readonly BenchRow[], rows: readonly BenchRow[]): string[] {
  return committed.flatMap((earlier) => {
    const row = rowLike(earlier, rows);
    if (!row) return [`no longer measured: ${earlier.what}`];
    if (row.ratio >= WORSE * earlier.ratio) return [];
    return [`worse: ${row.what}: ${earlier.ours} (${ratioOf(earlier)}) → ${row.ours} (${ratioOf(row)})`];
  });
}

/** All figures as a page of Markdown. */
export function pageOf(figures: AllFigures): string {
  const sections = Object.entries(figures).map(([name, { measuredOn, machine, rows, before }]) =>
    [`## ${name}`, `\`npm run bench -- ${name}\`, ${measuredOn}, ${machine}`, tableOf(rows, before)].join('\n\n'),
  );
  return [HEAD, ...sections].join('\n\n') + '\n';
}

const HEAD = `# Performance

Each bench measures Easel and a bare alternative, or a limit, in the same run. A ratio of 1 equals the alternative or the limit; higher is better. "Before" is the ratio of an earlier build on the same machine. \`npm run bench -- all\` measures everything, writes this page and prints each row that is more than 10 % worse than here.`;

function tableOf(rows: readonly BenchRow[], before: readonly BenchRow[] | undefined): string {
  const head = ['what', 'bare or limit', 'Easel', 'ratio', 'goal', ...(before ? ['before'] : [])];
  const lines = rows.map((row) => {
    const earlier = before && rowLike(row, before);
    const goal = row.goal === 0 ? '' : `${row.goal.toFixed(2)}${row.ratio < row.goal ? ', not met' : ''}`;
    return [
      row.what.trim(),
      row.bare,
      row.ours,
      ratioOf(row),
      goal,
      ...(before ? [earlier ? `${ratioOf(earlier)} (${earlier.ours})` : ''] : []),
    ];
  });
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Counts in parentheses differ from run to run. */
const rowLike = ({ what }: BenchRow, rows: readonly BenchRow[]): BenchRow | undefined =>
  rows.find((row) => withoutCounts(row.what) === withoutCounts(what));

const withoutCounts = (what: string): string => what.replaceAll(/\s*\([^)]*\)/g, '').trim();

const ratioOf = ({ ratio }: BenchRow): string => ratio.toFixed(2);
