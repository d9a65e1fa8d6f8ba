import { columnLabel, FACTS_SHOWN, isFigure, isSum, rowKey } from '@easel/contracts/reports/policy';
import type { Figure } from './fold-question.ts';
import { whatFiguresAreOf } from './figures.ts';
import type { AnyReport, AsOf, Cell, Seen, Table } from './report.ts';

export interface FactBehind {
  position: string;
  type: string;
  stream: string;
  at: string;
  /** By how much it moved a sum; null where the figure is none, and the fact is one of those that it is of. */
  moved: number | null;
}

export interface FactsBehind {
  /** The figure, as it is now. */
  cell: Cell;
  count: number;
  /** The first ones, in the log's order. */
  facts: FactBehind[];
}

interface Found {
  state: unknown;
  stamp: string | undefined;
  cell: Cell;
  count: number;
  facts: FactBehind[];
}

/**
 * The same fold, of which comes which facts moved one figure. A row is only rendered where what is beneath it has
 * moved; a report that tells nothing of that has its table rendered at every fact.
 */
export class BehindFigure {
  private readonly report: AnyReport;
  private readonly figure: Figure;
  private readonly asOf: AsOf;
  private readonly words: readonly string[];

  constructor(report: AnyReport, figure: Figure, asOf: AsOf) {
    this.report = report;
    this.figure = figure;
    this.asOf = asOf;
    this.words = JSON.parse(figure.row) as string[];
  }

  readonly initial = (): Found => {
    const state = this.report.initial();
    this.beneath(state)?.narrow?.(this.words);
    return { state, stamp: undefined, cell: null, count: 0, facts: [] };
  };

  readonly reduce = (found: Found, fact: Seen, parameters: never): Found => {
    found.state = this.report.reduce(found.state as never, fact as never, parameters);
    const stamp = this.beneath(found.state)?.stampOf(this.words);
    if (stamp !== undefined && stamp === found.stamp) return found;
    found.stamp = stamp;
    const { cell, isSum: isAdded } = whatFiguresAreOf(() => this.figureIn(this.table(found, parameters)));
    const moved = isAdded ? Number(cell) - Number(found.cell) : null;
    if (isAdded ? moved !== 0 : cell !== found.cell) {
      found.count += 1;
      const { position, type, stream, at } = fact;
      if (found.count <= FACTS_SHOWN) found.facts.push({ position, type, stream, at, moved });
    }
    found.cell = cell;
    return found;
  };

  readonly render = (found: Found, parameters: never): FactsBehind => {
    const { cell } = this.figureIn(this.table(found, parameters));
    return { cell, count: found.count, facts: found.facts };
  };

  private beneath(state: unknown) {
    return this.report.beneath?.(state as never);
  }

  private table({ state }: Found, parameters: never): Table {
    return this.report.render(state as never, parameters, this.asOf);
  }

  /** Null as long as there is no such row. */
  private figureIn({ columns, rows }: Table): { cell: Cell; isSum: boolean } {
    const index = columns.findIndex((column) => isFigure(column) && columnLabel(column) === this.figure.column);
    const row = rows.find((one) => rowKey(columns, one) === this.figure.row);
    const column = columns[index];
    return { cell: row?.[index] ?? null, isSum: column !== undefined && isSum(column) };
  }
}
