import { monthsUpTo, netOf } from '@easel/contracts/curators/policy';
import type { CuratorFigures } from '@easel/contracts/curators/console.http';
import type { MonthFigures, PictureFigures } from '@easel/contracts/curators/http';
import { centsToDollars } from '@easel/contracts/kernel/money';
import type { SoldByCurators } from './console.queries.ts';
import type { Summed } from './curators.queries.ts';

/** In cents. */
interface Sums {
  views: number;
  sales: number;
  gross: number;
  fee: number;
  net: number;
  share: number;
  reversed: number;
}

const nothing = (): Sums => ({ views: 0, sales: 0, gross: 0, fee: 0, net: 0, share: 0, reversed: 0 });

/** Maximum number of pictures, those with the highest share. */
const PICTURES = 100;

/** Sums a curator's figures by month up to the current one, and by picture over these months. */
export function figuresOf(
  summed: Summed,
  { month, months }: { month: string; months: number },
): { months: MonthFigures[]; pictures: PictureFigures[] } {
  const byMonth = new Map(monthsUpTo(month, months).map((one): [string, Sums] => [one, nothing()]));
  const byPicture = new Map<string, Sums>();
  const add = (of: { month: string; generation_id: string }, sums: Partial<Sums>): void => {
    const inMonth = byMonth.get(of.month);
    if (!inMonth) return;
    const ofPicture = byPicture.get(of.generation_id) ?? nothing();
    byPicture.set(of.generation_id, ofPicture);
    for (const [name, value] of Object.entries(sums) as [keyof Sums, number][]) {
      inMonth[name] += value;
      ofPicture[name] += value;
    }
  };
  for (const sold of summed.sales) {
    const { feeCents, netCents } = netOf(sold);
    const { sales, cents, share_cents: share } = sold;
    add(sold, { sales, gross: cents * sales, fee: feeCents * sales, net: netCents * sales, share });
  }
  for (const viewed of summed.views) add(viewed, { views: viewed.views });
  for (const turned of summed.reversals) add(turned, { reversed: turned.cents });
  return {
    months: [...byMonth].map(([of, sums]) => ({ month: of, ...inDollars(sums) })),
    pictures: [...byPicture]
      .toSorted(([, one], [, other]) => other.share - one.share || other.views - one.views)
      .slice(0, PICTURES)
      .map(([id, sums]) => ({ generation_id: id, ...inDollars(sums) })),
  };
}

const inDollars = ({ views, sales, ...cents }: Sums): Sums => ({
  views,
  sales,
  gross: centsToDollars(cents.gross),
  fee: centsToDollars(cents.fee),
  net: centsToDollars(cents.net),
  share: centsToDollars(cents.share),
  reversed: centsToDollars(cents.reversed),
});

export const NOTHING_SOLD: CuratorFigures = { sales: 0, net: 0, share: 0, reversed: 0 };

/** Sums what each curator sold in the current month and in total, in dollars. */
export function figuresByCurator({
  sold,
  reversed,
}: SoldByCurators): Map<string, { month: CuratorFigures; total: CuratorFigures }> {
  const byMember = new Map<string, { month: CuratorFigures; total: CuratorFigures }>();
  const add = (
    { member_id: id, in_month: isInMonth }: { member_id: string; in_month: boolean },
    sums: Partial<CuratorFigures>,
  ): void => {
    const before = byMember.get(id) ?? { month: NOTHING_SOLD, total: NOTHING_SOLD };
    byMember.set(id, {
      month: isInMonth ? sumOf(before.month, sums) : before.month,
      total: sumOf(before.total, sums),
    });
  };
  for (const part of sold) {
    add(part, { sales: part.sales, net: netOf(part).netCents * part.sales, share: part.share_cents });
  }
  for (const part of reversed) add(part, { reversed: part.cents });
  return new Map(
    [...byMember].map(([id, { month, total }]) => [id, { month: dollarsOf(month), total: dollarsOf(total) }]),
  );
}

const sumOf = (one: CuratorFigures, other: Partial<CuratorFigures>): CuratorFigures => ({
  sales: one.sales + (other.sales ?? 0),
  net: one.net + (other.net ?? 0),
  share: one.share + (other.share ?? 0),
  reversed: one.reversed + (other.reversed ?? 0),
});

const dollarsOf = ({ sales, ...cents }: CuratorFigures): CuratorFigures => ({
  sales,
  net: centsToDollars(cents.net),
  share: centsToDollars(cents.share),
  reversed: centsToDollars(cents.reversed),
});
