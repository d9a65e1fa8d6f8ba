import { report as answers } from './answers.report.ts';
import { report as challenges } from './challenges.report.ts';
import { report as conversion } from './conversion.report.ts';
import { report as earnings } from './earnings.report.ts';
import { report as liability } from './liability.report.ts';
import { report as orders } from './orders.report.ts';
import { report as prices } from './prices.report.ts';
import { report as providers } from './providers.report.ts';
import { report as questions } from './questions.report.ts';
import { report as renders } from './renders.report.ts';
import type { AnyReport } from './report.ts';
import { report as retention } from './retention.report.ts';
import { report as revenue } from './revenue.report.ts';
import { report as searches } from './searches.report.ts';
import { report as trials } from './trials.report.ts';
import { report as vitals } from './vitals.report.ts';

/** By name, which is that of the file before `.report`. */
export const builtIn: Readonly<Record<string, AnyReport>> = {
  answers,
  challenges,
  conversion,
  earnings,
  liability,
  orders,
  prices,
  providers,
  questions,
  renders,
  retention,
  revenue,
  searches,
  trials,
  vitals,
};
