import { ledgerReasons } from '@easel/contracts/ledger/policy';
import { dayOf, instantsOf, isDay } from '../../lib/local-days.ts';

/** What the statement is narrowed to, as the address has it; empty is no narrowing. */
export interface StatementFilter {
  reason: string;
  unit: string;
  /** Days where the reader is, both included: `2026-11-21`. */
  from: string;
  to: string;
}

export interface StatementAddress {
  filter: StatementFilter;
  /** An instant of which the balance is wanted as well, ISO; empty where none is. */
  at: string;
}

export const noFilter: StatementFilter = { reason: '', unit: '', from: '', to: '' };
const names = Object.keys(noFilter) as (keyof StatementFilter)[];

export const units = ['credits', 'dollars'] as const;

const oneOf = (known: readonly string[]) => (text: string) => (known.includes(text) ? text : '');
const day = (text: string) => (isDay(text) ? text : '');

/** An address may hold anything: what the server would refuse does not count. */
const clean: Record<keyof StatementFilter, (text: string) => string> = {
  reason: oneOf(ledgerReasons),
  unit: oneOf(units),
  from: day,
  to: day,
};

export function readAddress(params: URLSearchParams): StatementAddress {
  const read = (name: keyof StatementFilter) => clean[name](params.get(name) ?? '');
  return {
    filter: { reason: read('reason'), unit: read('unit'), from: read('from'), to: read('to') },
    at: instantOf(params.get('at') ?? '') ?? '',
  };
}

/** The shortest address that says the same. */
export function addressOf({ filter, at }: StatementAddress): string {
  const params = new URLSearchParams();
  for (const name of names) if (filter[name] !== '') params.set(name, filter[name]);
  if (at !== '') params.set('at', at);
  return `/statement${params.size > 0 ? `?${params}` : ''}`;
}

export const isNarrowed = (filter: StatementFilter): boolean => names.some((name) => filter[name] !== '');

/** As the server is asked: the days of the reader's clock as instants, the end not included. */
export function queryOf({ reason, unit, from, to }: StatementFilter) {
  const known = { reason: ledgerReasons.find((one) => one === reason), unit: units.find((one) => one === unit) };
  return {
    ...(known.reason && { reason: known.reason }),
    ...(known.unit && { unit: known.unit }),
    ...instantsOf({ from, to }),
  };
}

/** An ISO instant for whatever can be read as one of the years 1000 to 2999. */
export function instantOf(text: string): string | undefined {
  if (!/^[12]\d{3}-/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
  return new Date(text).toISOString();
}

/** As a field for date and time has it: `2026-11-21T09:30`, on the reader's clock. */
export function localOf(iso: string): string {
  if (iso === '') return '';
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${dayOf(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
