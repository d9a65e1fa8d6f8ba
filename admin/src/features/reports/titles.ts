import { type ReportName, reportNames } from '@easel/contracts/reports/policy';

/** What each report is called. */
const titles: Readonly<Record<ReportName, string>> = {
  answers: 'Answers to messages',
  challenges: 'Challenges',
  conversion: 'Conversion',
  earnings: 'Earnings and payouts',
  liability: 'Credit liability',
  orders: 'Orders',
  prices: 'Other prices',
  providers: 'Providers',
  questions: 'Questions without an answer',
  renders: 'Generations',
  retention: 'Retention',
  revenue: 'Revenue',
  searches: 'Searches without a hit',
  trials: 'Trial pictures',
  vitals: 'Web vitals',
};

export const isReport = (name: string | undefined): name is ReportName => reportNames.some((one) => one === name);

export const titleOf = (name: string): string => (isReport(name) ? titles[name] : name);

/** Of a report that may be none any more. */
export const runPath = (report: string, run: string): string => `/reports/${report}/${run}`;

/** Of the facts behind one of its figures: a row by its words, a column by its label. */
export const factsPath = (report: string, run: string, figure: { row: string; column: string }): string =>
  `${runPath(report, run)}/facts?${new URLSearchParams(figure).toString()}`;
