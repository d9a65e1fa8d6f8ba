import { earningsStream } from '@easel/contracts/earnings/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { accrueEarnings } from './accrue-sale.process.ts';
import { AccrueSaleHandler } from './accrue-sale.ts';
import { EarningsController } from './earnings.controller.ts';
import { earnings } from './earnings.decider.ts';
import { EarningsLetters } from './earnings.letters.ts';
import { EarningsLookup } from './earnings.lookup.ts';
import { matureEarnings } from './mature.process.ts';
import { PayoutsLookup } from './payouts.lookup.ts';
import { postPayouts } from './post-payouts.process.ts';
import { PostSalesHandler } from './post-sales.ts';
import { postSales } from './post-sales.process.ts';
import { RingsLookup } from './rings.lookup.ts';
import { settleEarnings } from './settle.process.ts';
import { turnEarnings } from './turn-earnings.process.ts';
import { turnSales } from './turn-sales.process.ts';

export const earningsFeature = feature({
  stream: earningsStream,
  decider: earnings,
  routes: [EarningsController],
  processes: [accrueEarnings, matureEarnings, settleEarnings, turnSales, turnEarnings, postSales, postPayouts],
  lookups: [EarningsLookup, PayoutsLookup, RingsLookup],
  useCases: [AccrueSaleHandler, PostSalesHandler],
  providers: [EarningsLetters],
});
