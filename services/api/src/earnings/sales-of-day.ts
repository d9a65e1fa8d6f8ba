import { utcDay } from '@easel/contracts/account/policy';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Earned } from '@easel/contracts/earnings/policy';

/** Earnings of a day, without reversed sales. */
export interface DaySales extends Earned {
  sales: number;
}

/** Sums the sales of a UTC day from all events of the seller. */
export async function salesOfDay(events: AsyncIterable<EarningsFact>, day: string): Promise<DaySales> {
  const sold = new Map<string, Earned & { isCovered: boolean }>();
  for await (const { type, data } of events) {
    if (type === 'EarningsAccrued' && utcDay(new Date(data.accruedAt)) === day) {
      sold.set(data.purchaseId, { tenths: data.tenths, cents: data.cents, isCovered: true });
    }
    if (type === 'EarningsReversed' || type === 'EarningsReinstated') {
      const sale = sold.get(data.purchaseId);
      if (sale) sale.isCovered = type === 'EarningsReinstated';
    }
  }
  const covered = [...sold.values()].filter(({ isCovered }) => isCovered);
  return {
    sales: covered.length,
    tenths: covered.reduce((sum, { tenths }) => sum + tenths, 0),
    cents: covered.reduce((sum, { cents }) => sum + cents, 0),
  };
}
