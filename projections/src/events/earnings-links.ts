import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';

type Of<F extends Fact, Type extends F['type']> = Recorded<Extract<F, Fact<Type>>>;
type Accrued = Of<EarningsFact, 'EarningsAccrued'>;
type Matured = Of<EarningsFact, 'EarningsMatured'>;

/** With the sales that matured by it; undefined where a sale still rests. */
export async function maturedBy(
  log: EventLog,
  fact: Recorded<EarningsFact>,
): Promise<{ fact: Matured; accrued: Accrued[] } | undefined> {
  let resting: Accrued[] = [];
  for await (const each of log.read<EarningsFact>(fact.stream)) {
    if (each.type === 'EarningsAccrued') resting.push(each);
    else if (each.type === 'EarningsMatured') {
      const accrued = resting.slice(0, each.data.sales);
      if (each.id === fact.id || accrued.some(({ id }) => id === fact.id)) return { fact: each, accrued };
      resting = resting.slice(each.data.sales);
    }
  }
  return undefined;
}

/** What the account got of it. */
export async function settlementOf(
  log: EventLog,
  { data }: Matured,
): Promise<Of<AccountFact, 'EarningsSettled'> | undefined> {
  for await (const fact of log.read<AccountFact>(accountStream.nameOf(data.memberId))) {
    if (fact.type === 'EarningsSettled' && fact.data.day === data.day) return fact;
  }
  return undefined;
}

/** What an account's settlement came of. */
export async function maturingOf(log: EventLog, settled: Recorded): Promise<Matured | undefined> {
  const { memberId, day } = settled.data as Of<AccountFact, 'EarningsSettled'>['data'];
  for await (const fact of log.read<EarningsFact>(earningsStream.nameOf(memberId))) {
    if (fact.type === 'EarningsMatured' && fact.data.day === day) return fact;
  }
  return undefined;
}
