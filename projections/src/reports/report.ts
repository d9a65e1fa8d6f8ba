import type { Fact } from '@easel/contracts/kernel/event';
import type { ReportUnit } from '@easel/contracts/reports/policy';
import type { z } from 'zod';

/**
 * A fact as reports see it: what happened, where it stands in the log and when it came there. What is sealed in it
 * reads `[sealed]`.
 */
export type Seen<F extends Fact = Fact> = F & {
  stream: string;
  revision: number;
  /** A whole number, too large for JSON's own. */
  position: string;
  /** ISO 8601. */
  at: string;
};

export type Unit = ReportUnit;

export interface Column {
  readonly name: string;
  readonly unit: Unit;
}

/** Null: there is nothing to tell it from. */
export type Cell = string | number | null;

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Up to which fact a report was made; both null where there was none. */
export interface AsOf {
  readonly position: string | null;
  readonly at: string | null;
}

declare module 'zod' {
  /** What the console's form says of a parameter, beside its description. */
  interface GlobalMeta {
    /** A sum, which is given in dollars or in credits. */
    unit?: 'cents' | 'tenths';
    /** What counts where it is absent and has no default. */
    fallback?: string;
  }
}

export type Parameters = z.ZodObject;

/** What rows of a table come from, each told by its words. */
export interface Beneath {
  /** The same as long as no fact has moved what this row comes from. */
  stampOf: (row: readonly string[]) => string;
  /** From now on no other row is rendered. */
  narrow?: (row: readonly string[]) => void;
}

/**
 * A fold over the facts that it names. It is pure: it sees no clock, no chance and nothing but the facts, so that the
 * same facts come to the same bytes, whenever and wherever.
 */
export interface Report<F extends Fact = Fact, State = unknown, P extends Parameters = Parameters> {
  /** The question, in a sentence. */
  readonly answers: string;
  /** The types of the facts that it is folded from. */
  readonly filter: readonly F['type'][];
  readonly parameters: P;
  /** Fresh each time: the fold may change the state that it is given. */
  readonly initial: () => State;
  readonly reduce: (state: State, fact: Seen<F>, parameters: z.output<P>) => State;
  readonly render: (state: State, parameters: z.output<P>, asOf: AsOf) => Table;
  /** Where the facts behind a figure are to be found without rendering the table at each. */
  readonly beneath?: (state: State) => Beneath;
}

/** A report as those see it who run any. */
export interface AnyReport {
  readonly answers: string;
  readonly filter: readonly string[];
  readonly parameters: Parameters;
  readonly initial: () => unknown;
  readonly reduce: (state: never, fact: never, parameters: never) => unknown;
  readonly render: (state: never, parameters: never, asOf: AsOf) => Table;
  readonly beneath?: (state: never) => Beneath;
}

/**
 * Declares a report over some facts of `F`: what `reduce` is given are those that `filter` names. Two calls, because
 * the compiler infers all types of one call, or none.
 */
export const reportOf =
  <F extends Fact>() =>
  <const Types extends readonly F['type'][], State, P extends Parameters>(
    declared: Report<Extract<F, Fact<Types[number]>>, State, P> & { readonly filter: Types },
  ): Report<Extract<F, Fact<Types[number]>>, State, P> =>
    declared;
