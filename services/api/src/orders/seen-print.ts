import { oneLineText } from '@easel/contracts/kernel/visible-text';
import { z } from 'zod';
import type { SeenParcel } from './print.decider.ts';

const text = z.string().nullish();
/** More than any order has. An answer with more is not read. */
const MOST = 1000;
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(MOST).nullish();

/** The fields of a print order that are read. */
export const printedOrder = z.object({
  id: z.string().min(1).max(100),
  status: z.object({ stage: z.string(), issues: list(z.object({ errorCode: text })) }),
  charges: list(z.object({ totalCost: z.object({ amount: z.coerce.string(), currency: z.string() }).nullish() })),
  shipments: list(
    z.object({
      id: z.string().min(1).max(100),
      status: z.string(),
      carrier: z.object({ name: text }).nullish(),
      tracking: z.object({ number: text, url: text }).nullish(),
      dispatchDate: text,
      items: list(z.object({ itemId: z.string() })),
    }),
  ),
  items: list(z.object({ id: z.string(), merchantReference: text })),
});
export type PrintedOrder = z.output<typeof printedOrder>;

/** The state of an order at the print service. */
export interface SeenPrint {
  /** Nothing of it will change. */
  isOver: boolean;
  parcels: SeenParcel[];
  /** Why it cannot go on; null while it can. */
  problem: string | null;
  /** Null until it is known, or where it is not in dollars. */
  cents: number | null;
  /** In which it is charged, where that is not dollars. */
  otherCurrency: string | null;
}

const CANCELLED = 'The print service has cancelled this order.';
/** By the end of its code. Descriptions are not kept: they contain addresses of files and people. */
const ISSUES: readonly (readonly [code: RegExp, problem: string | null])[] = [
  // The print service retries ten times by itself.
  [/assets\.NotDownloaded$/i, null],
  [/assets\.FailedToDownload(ed)?$/i, 'The print service could not use a print file.'],
  [/ItemUnavailable$/i, 'The print service is out of stock of an item.'],
  [/RequiresPaymentAuthorisation$/i, 'The print service waits for a payment to be authorised.'],
];
const LONGEST_TEXT = 200;

/** Reads an order of the print service; `now` is when a parcel without a date was dispatched. */
export function seenPrint(order: PrintedOrder, now: Date): SeenPrint {
  const stage = order.status.stage.toLowerCase();
  const shipments = (order.shipments ?? []).filter(({ status }) => !isIt(status, 'Cancelled'));
  const shipped = shipments.filter(({ status }) => isIt(status, 'Shipped'));
  const isCancelled = stage === 'cancelled';
  return {
    isOver: isCancelled || (stage === 'complete' && shipped.length > 0 && shipped.length === shipments.length),
    parcels: shipped.map((shipment) => parcelOf(shipment, order, now)),
    problem: isCancelled ? CANCELLED : problemIn(order),
    ...chargesOf(order),
  };
}

const isIt = (said: string, word: string): boolean => said.toLowerCase() === word.toLowerCase();

type Shipment = NonNullable<PrintedOrder['shipments']>[number];

function parcelOf(shipment: Shipment, { items }: PrintedOrder, now: Date): SeenParcel {
  const { id: parcelId, carrier, tracking, dispatchDate } = shipment;
  const within = new Set(shipment.items?.map(({ itemId }) => itemId));
  const itemIds = (items ?? []).flatMap(({ id, merchantReference }) =>
    within.has(id) && z.uuid().safeParse(merchantReference).success ? [merchantReference ?? ''] : [],
  );
  return {
    parcelId,
    carrier: short(carrier?.name),
    trackingNumber: short(tracking?.number),
    trackingUrl: webAddress(tracking?.url),
    itemIds,
    dispatchedAt: dateOf(dispatchDate, now),
  };
}

/** Returns a text on one line: it is part of mails. */
const short = (said: string | null | undefined): string => oneLineText((said ?? '').slice(0, LONGEST_TEXT));

/** Returns a link of the web; empty for any other, because members open it. */
function webAddress(said: string | null | undefined): string {
  const address = said?.trim() ?? '';
  return address.length <= 1_000 && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : '';
}

/** Prints are made within days: an earlier dispatch than this is a mistake. */
const LONGEST_AGO_MS = 365 * 24 * 3_600_000;

/** A time without a zone is UTC. One that is missing, in the future or impossibly long ago is now. */
function dateOf(said: string | null | undefined, now: Date): Date {
  const hasZone = /(Z|[+-]\d\d:?\d\d)$/i.test(said ?? '');
  const date = new Date(said ? (hasZone || !said.includes('T') ? said : `${said}Z`) : Number.NaN);
  const ageMs = now.getTime() - date.getTime();
  return ageMs >= 0 && ageMs <= LONGEST_AGO_MS ? date : now;
}

function problemIn({ status }: PrintedOrder): string | null {
  for (const { errorCode } of status.issues ?? []) {
    const code = /^[\w.-]{1,100}$/.test(errorCode ?? '') ? (errorCode ?? '') : '';
    const known = ISSUES.find(([pattern]) => pattern.test(code));
    const problem = known ? known[1] : `The print service reports a problem${code && ` (${code})`}.`;
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns the sum of all charges, less what the print service gave back. */
function chargesOf({ charges }: PrintedOrder): Pick<SeenPrint, 'cents' | 'otherCurrency'> {
  const costs = (charges ?? []).flatMap(({ totalCost }) => totalCost ?? []);
  const other = costs.find(({ currency }) => !isIt(currency, 'USD'));
  if (other) return { cents: null, otherCurrency: other.currency.slice(0, 10) };
  const cents = costs.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  return { cents: costs.length > 0 && Number.isSafeInteger(cents) ? Math.max(0, cents) : null, otherCurrency: null };
}
