import { earnedBy, isPayable, PAYOUT_REST_DAYS, paymentFeeCents } from '@easel/contracts/earnings/policy';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { demoMembers } from '../../local/demo-world.ts';
import type { Chance } from '../chance.ts';
import type { CuratorSection, PastWorld } from './past-world.ts';

/** A purchase in dollars, by its day and the prompt of the picture. */
export interface DollarSale {
  readonly day: number;
  readonly prompt: string;
}

/** Notes what happens on a day, from 0, at an hour. */
type Note = (day: number, hour: number, what: string, happen: (world: PastWorld) => Promise<void>) => void;

interface Diary {
  note: Note;
  purchase(day: number, hour: number, buyer: string, prompt: string, method: 'dollars'): void;
}

const sections: Readonly<Record<'mira' | 'jonas', CuratorSection>> = {
  mira: {
    name: 'Quiet landscapes',
    text: 'Mist, forests and moonlight. Each picture is made to be printed large.',
    series: {
      title: 'After dark',
      prompts: [
        'Autumn forest under the moon',
        'A wolf howling under a full moon',
        'Misty mountains over a still lake',
      ],
    },
  },
  jonas: {
    name: 'Water and sky',
    text: 'Cities, boats and planets, for walls that have no window.',
    series: {
      title: 'By the water',
      prompts: ['City skyline by the water at night', 'Sailing boat on a calm sea'],
    },
  },
};

/** Two members of the demo world sell as curators. */
export const curators = ['mira', 'jonas'] as const;

export const publicPicturesOf = (name: string): readonly { readonly prompt: string }[] =>
  demoMembers.find(({ username }) => username === name)?.images.filter(({ isPublic }) => isPublic) ?? [];

const APPOINTED_DAY = 10;
/** By then the pictures of both sections are made. */
const SECTION_DAY = 21;
/** Early enough to be paid out within thirty days. */
const FIRST_SALES = { day: 12, buyer: 'aiko', seller: 'mira', count: 2 } as const;

export function planCurators(diary: Diary, chance: Chance): void {
  for (const [n, name] of curators.entries()) {
    const hour = chance.int(7 * 60, 22 * 60) / 60;
    diary.note(APPOINTED_DAY, hour, `${name} becomes a curator`, (world) => world.appointCurator(name));
    diary.note(SECTION_DAY, 10 + n, `${name} opens a section`, (world) => world.openSection(name, sections[name]));
  }
  const { day, buyer, seller, count } = FIRST_SALES;
  for (const [n, { prompt }] of publicPicturesOf(seller).slice(0, count).entries())
    diary.purchase(day, 13 + n / 10, buyer, prompt, 'dollars');
}

const PAYOUT_DAYS = [28, 60, 85];
/** A sale is mature after a day, and settled at the midnight after that. */
const SETTLED_AFTER_DAYS = 2;

/** Plans payouts on the days on which what a curator sold has rested and is enough for one. */
export function planPayouts(note: Note, sales: readonly DollarSale[]): void {
  const cents = firstPriceList.curatorDefaultCents['1K'];
  const sale = { method: 'dollars', tenths: 0, earningTenths: 0, cents, feeCents: 0 } as const;
  const earned = earnedBy({ ...sale, feeCents: paymentFeeCents(sale) }, { tier: 'free', curator: true });
  for (const name of curators) {
    const prompts = new Set(publicPicturesOf(name).map(({ prompt }) => prompt));
    let paidSales = 0;
    for (const day of PAYOUT_DAYS) {
      const rested = sales.filter(
        (sold) => prompts.has(sold.prompt) && sold.day + SETTLED_AFTER_DAYS + PAYOUT_REST_DAYS <= day,
      ).length;
      if (!isPayable({ tenths: 0, cents: earned.cents * (rested - paidSales) })) continue;
      paidSales = rested;
      note(day, 11, `${name} is paid out`, (world) => world.payOut(name));
    }
  }
}
