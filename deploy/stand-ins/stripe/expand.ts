import type { Books } from './books.ts';
import type { Shelf } from './shelves.ts';
import { PREFIX } from './ids.ts';
import { paymentsOf } from './invoices.ts';
import { invalid } from './refusal.ts';
import { listOf, type Wire } from './wire.ts';

const MAX_DEPTH = 4;

const SHELVES: readonly Shelf[] = [
  'payment_intent',
  'payment_method',
  'charge',
  'balance_transaction',
  'refund',
  'dispute',
  'customer',
  'product',
  'price',
  // By what ids begin with: the longer one first.
  'subscription_schedule',
  'subscription',
  'invoice',
];

/**
 * Replaces ids by the objects that they name, along paths such as `latest_charge.balance_transaction`. Under `data`
 * every object of a list is meant.
 *
 * @throws Refusal as 400 where there is nothing to expand
 */
export async function expand(books: Books, body: unknown, paths: readonly string[]): Promise<unknown> {
  const root = structuredClone(body);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH + 1) throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property.`);
    await walk(books, root, steps, path);
  }
  return root;
}

async function walk(books: Books, at: unknown, [step, ...rest]: readonly string[], path: string): Promise<void> {
  if (step === undefined || at === null) return;
  if (Array.isArray(at)) {
    for (const one of at as unknown[]) await walk(books, one, [step, ...rest], path);
    return;
  }
  if (typeof at !== 'object') throw notExpandable(path, step);
  const holder = at as Record<string, unknown>;
  const value = holder[step];
  if (typeof value === 'string') {
    const found = await byId(books, value);
    if (!found) throw notExpandable(path, step);
    holder[step] = found;
  } else if (value === undefined) {
    holder[step] = await included(books, holder as Wire, step, path);
  }
  await walk(books, holder[step], rest, path);
}

async function byId(books: Books, id: string): Promise<Wire | undefined> {
  const shelf = SHELVES.find((one) => id.startsWith(PREFIX[one]));
  const kept = shelf && (await books.find(shelf, id));
  return kept && books.shown(kept.body);
}

/** What is shown only when it is asked for. */
async function included(books: Books, of: Wire, field: string, path: string): Promise<unknown> {
  if (of.object === 'checkout.session' && field === 'line_items') {
    const { extra } = await books.need('checkout.session', of.id);
    return listOf(extra.lines, `/v1/checkout/sessions/${of.id}/line_items`);
  }
  if (of.object === 'charge' && field === 'refunds') {
    const refunds = await books.having('refund', 'charge', of.id, 10);
    return listOf(
      refunds.map(({ body }) => body),
      `/v1/charges/${of.id}/refunds`,
    );
  }
  if (of.object === 'invoice' && field === 'payments') return paymentsOf(await books.need('invoice', of.id));
  throw notExpandable(path, field);
}

const notExpandable = (path: string, step: string) =>
  invalid(
    `This property cannot be expanded (${step}). You may want to try expanding another one than '${path.slice(0, 100)}'.`,
    {
      param: 'expand',
    },
  );
