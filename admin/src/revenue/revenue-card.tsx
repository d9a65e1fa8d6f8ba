import type { Series } from '../ui/days.ts';
import { DaysCard } from '../ui/days-card.tsx';
import { formatDollars } from '../ui/money.tsx';
import type { AskedRange } from '../ui/use-range.ts';
import { netOf, type RevenueDay, useRevenue } from './use-revenue.ts';

const sources: readonly Series<'plans' | 'top_ups' | 'purchases' | 'prints'>[] = [
  { of: 'plans', label: 'Plans', color: 'primary', mark: 'plain' },
  { of: 'top_ups', label: 'Top-ups', color: 'info', mark: 'hatched' },
  { of: 'purchases', label: 'Card purchases', color: 'success', mark: 'dotted' },
  { of: 'prints', label: 'Prints and delivery', color: 'warning', mark: 'barred' },
];

const dollarsOf = (cents: number): string => formatDollars(cents / 100);
const column = (label: string, cents: (day: RevenueDay) => number) => ({
  label,
  text: (day: RevenueDay) => dollarsOf(cents(day)),
});
const columns = [
  column('Went back', ({ returned }) => returned),
  column('Net', netOf),
  column('Print costs', ({ print_costs: costs }) => costs),
  column('Only tested', ({ test }) => test),
];

/** Money by day, in dollars. */
export function RevenueCard({ range }: { range: AskedRange }) {
  const reading = useRevenue(range);
  return (
    <DaysCard
      id="revenue-by-day"
      title="Revenue by day"
      note="Money received, by source. The table also lists refunds and disputes, what the print service charged (not deducted from the net), and test payments, which are no revenue. Without a live Stripe key every payment counts, although no money moves."
      report="revenue"
      series={sources}
      stacked
      text={dollarsOf}
      columns={columns}
      days={reading.data?.days}
      reading={reading}
      none="No money came in on these days."
    />
  );
}
