import { thresholds, type Vital, VITALS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import type { VitalsFact } from '@easel/contracts/telemetry/vitals.events';
import { z } from 'zod';
import {
  columnsOf,
  Durations,
  forgottenMonth,
  Groups,
  isWithin,
  monthOf,
  months,
  refuseForgotten,
  share,
} from './figures.ts';
import { reportOf } from './report.ts';

/** A shift is a score of some hundredths: counted in ten-thousandths, as times are in milliseconds. */
const SHIFT_PARTS = 10_000;

interface Figures {
  measured: number;
  /** Measured ones stand for as many more as their sample says. */
  views: number;
  slow: number;
  lcp: Durations;
  inp: Durations;
  cls: Durations;
  fcp: Durations;
  ttfb: Durations;
}

const none = (): Figures => ({
  measured: 0,
  views: 0,
  slow: 0,
  lcp: new Durations(),
  inp: new Durations(),
  cls: new Durations(),
  fcp: new Durations(),
  ttfb: new Durations(),
});

const shown = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const satisfies readonly Vital[];

/** Of every month that the log still has whole: it keeps what was measured for some time only. */
export const report = reportOf<VitalsFact>()({
  answers: 'How fast pages come and answer, by month, page and build',
  filter: ['PageMeasured'],
  parameters: z.strictObject({ ...months, page: z.string().optional().describe('one page, as /image/:id') }),
  initial: (): Groups<Figures> => new Groups(none),

  reduce(groups, { data, at }, { page }) {
    if (page !== undefined && data.page !== page) return groups;
    const figures = groups.of(monthOf(at), data.page, data.build);
    figures.measured += 1;
    figures.views += 1 / data.sample;
    for (const vital of shown) {
      const value = data.vitals[vital]?.value;
      if (value !== undefined) figures[vital].add(vital === 'cls' ? Math.round(value * SHIFT_PARTS) : value);
    }
    if ((data.vitals.lcp?.value ?? 0) > thresholds.lcp[1]) figures.slow += 1;
    return groups;
  },

  beneath: (groups) => groups,

  render(groups, parameters, asOf) {
    const forgotten = forgottenMonth(asOf, VITALS_KEPT_DAYS);
    refuseForgotten(forgotten, parameters, 'What was measured', VITALS_KEPT_DAYS);
    return {
      columns: columnsOf(
        ['month', 'month'],
        ['page', 'text'],
        ['build', 'text'],
        ['views', 'count'],
        ['measured', 'count'],
        ['LCP p75', 'ms'],
        ['INP p75', 'ms'],
        ['CLS p75', 'score'],
        ['FCP p75', 'ms'],
        ['TTFB p75', 'ms'],
        ['poor LCP', 'percent'],
      ),
      rows: groups
        .sorted()
        .filter(([[month = '']]) => month > forgotten && isWithin(month, parameters))
        .map(([[month = '', page = '', build = ''], of]) => {
          const shift = of.cls.percentile(75);
          return [
            month,
            page,
            build,
            Math.round(of.views),
            of.measured,
            of.lcp.percentile(75),
            of.inp.percentile(75),
            shift === null ? null : shift / SHIFT_PARTS,
            of.fcp.percentile(75),
            of.ttfb.percentile(75),
            share(of.slow, of.measured),
          ];
        }),
    };
  },
});
