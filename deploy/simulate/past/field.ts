import type { Landing } from '@easel/contracts/telemetry/landing.http';
import type { MeasuredPage } from '@easel/contracts/telemetry/http';
import type { Chance } from '../chance.ts';
import { landings, referrers } from './cast.ts';

interface Told {
  readonly visits: readonly Landing[];
  readonly pages: readonly MeasuredPage[];
}

/** Each with the day on which it came. */
const builds = [
  { build: 'D4kQm81x', from: 0 },
  { build: 'Br7_tNz0', from: 14 },
  { build: 'q2HsVw9c', from: 31 },
  { build: 'Xe5-Lp3d', from: 52 },
  { build: 'm0JyRk6u', from: 61 },
  { build: 'Zt8cFb2a', from: 79 },
] as const;

/** One page of one build made people wait, until the next mended it: whoever looks at the vitals finds it. */
export const SLOW = { page: '/public-gallery', build: 'Xe5-Lp3d' };

const pagesSeen = ['/', '/public-gallery', '/generator', '/image/:id', '/pricing', '/your-gallery', '/search'] as const;
const navigations = ['navigate', 'navigate', 'soft-navigation', 'reload', 'back-forward-cache'] as const;
const connections = ['4g', '4g', '4g', '3g', 'unknown'] as const;
const TIMES_A_DAY = 2;

export const someLanding = (chance: Chance): Landing => ({
  landing: chance.pick(landings),
  referrerHost: chance.pick(referrers),
});

/** What browsers tell on one day, by the call: more of them week by week, fewer on weekends. */
export function fieldOf(day: number, chance: Chance): Told[] {
  const busy = 2 + Math.floor(day / 30) - (day % 7 > 4 ? 1 : 0);
  return Array.from({ length: TIMES_A_DAY }, () => ({
    visits: Array.from({ length: chance.int(busy + 1, busy + 4) }, () => someLanding(chance)),
    pages: Array.from({ length: chance.int(busy + 2, busy + 5) }, () => somePage(day, chance)),
  }));
}

function somePage(day: number, chance: Chance): MeasuredPage {
  const build = builds.findLast(({ from }) => from <= day)?.build ?? builds[0].build;
  const page = chance.pick(pagesSeen);
  const isSlow = page === SLOW.page && build === SLOW.build;
  const connection = chance.pick(connections);
  const ttfb = chance.int(90, 420) * (connection === '3g' ? 2 : 1);
  const fcp = ttfb + chance.int(200, 800);
  const lcp = fcp + (isSlow ? chance.int(4_200, 7_500) : chance.int(120, 1_100));
  return {
    page,
    build,
    navigation: chance.pick(navigations),
    connection,
    vitals: {
      ttfb: { value: ttfb },
      fcp: { value: fcp },
      lcp: {
        value: lcp,
        target: 'main > section > img',
        cause: isSlow ? 'resource-load-delay' : 'element-render-delay',
      },
      cls: { value: chance.int(0, 80) / 1_000 },
      inp: { value: isSlow ? chance.int(260, 620) : chance.int(24, 180) },
    },
    slowResources: isSlow ? [{ resource: '/api/gallery', kind: 'fetch', ms: chance.int(2_400, 5_200) }] : [],
    longTasks: isSlow ? [chance.int(1_000, 1_900)] : [],
  };
}
