import { instantText, keysetFilter } from '@easel/contracts/kernel/console';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { ledgerReasons, ledgerUnits, type LedgerUnit } from '@easel/contracts/ledger/policy';
import { type AskedList, oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';

/** Rows that one reply holds. */
const MOST_ROWS = 500;
/** Beyond every account, and still counted exactly. */
const MOST_AMOUNT = 1e12;

const amount = z.number().check(z.gte(0), z.lte(MOST_AMOUNT));
const name = z.string().check(z.minLength(1), z.maxLength(300));

const filter = z.object({
  id: z.optional(oneOrMore(z.uuid(), MOST_ROWS)),
  member: z.optional(z.uuid()),
  reason: z.optional(oneOrMore(z.enum(ledgerReasons), ledgerReasons.length)),
  unit: z.optional(z.enum(ledgerUnits)),
  from: z.optional(instantText),
  to: z.optional(instantText),
  min: z.optional(amount),
  max: z.optional(amount),
  correlation: z.optional(name),
  generation: z.optional(z.uuid()),
  purchase: z.optional(z.uuid()),
  payment: z.optional(name),
  ...keysetFilter,
});
export type LedgerFilter = z.output<typeof filter>;

const dialect = new SimpleRest({
  resource: 'ledger',
  // Whatever is asked for, the newest come first: clients ask for `id` unasked.
  sortable: ['id', 'position'],
  defaultSort: { field: 'position', order: 'DESC' },
  filter,
  most: MOST_ROWS,
});

/** What the console asks of the ledger. Throws Refused (invalid) for what makes no sense. */
export function readLedgerList(asked: AskedList): { filter: LedgerFilter; limit: number } {
  const { filter: given, limit } = dialect.read(asked);
  const { unit, min, max } = given;
  if ((min !== undefined || max !== undefined) && unit !== 'credits' && unit !== 'dollars') {
    throw new Refused(problems.invalid, { errors: [{ path: 'filter', message: 'An amount needs its unit' }] });
  }
  return { filter: given, limit };
}

/** Which units an entry may have to be of the one that is asked for: what moved both moved each. */
export const unitsOf: Readonly<Record<LedgerUnit, readonly LedgerUnit[]>> = {
  credits: ['credits', 'both'],
  dollars: ['dollars', 'both'],
  both: ['both'],
  none: ['none'],
};

const SCALE = { credits: 10, dollars: 100 } as const;

export interface AmountBounds {
  currency: 'credits' | 'dollars';
  /** Tenths of a credit or cents of a dollar, both included. */
  least: number;
  most: number;
}

/** Undefined where no amount is asked for. */
export function amountsOf({ unit, min, max }: LedgerFilter): AmountBounds | undefined {
  if ((unit !== 'credits' && unit !== 'dollars') || (min === undefined && max === undefined)) return undefined;
  // 0.3 credits are 3 tenths, whatever comes of the two as doubles.
  const scaled = (sum: number): number => Number((sum * SCALE[unit]).toFixed(3));
  return {
    currency: unit,
    least: Math.ceil(scaled(min ?? 0)),
    most: Math.floor(scaled(max ?? MOST_AMOUNT)),
  };
}
