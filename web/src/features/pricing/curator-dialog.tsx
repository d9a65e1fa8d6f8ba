import {
  CURATOR_SHARE_PERCENT,
  EARNINGS_MATURE_MS,
  PAYOUT_MIN_TENTHS,
  PAYOUT_REST_DAYS,
  payoutCents,
} from '@easel/contracts/earnings/policy';
import type { PlanCard } from '@easel/contracts/subscriptions/policy';
import { useEffect, useRef } from 'react';
import { formatCredits, formatNumber } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './curator-dialog.module.css';
import { cutoutText, priceText, upscaleText } from './plan-words.ts';

/** spec: public-and-commerce §2.11 "Curator info". */
export default function CuratorDialog({ card, onClose }: { card: PlanCard; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The browser focuses the button at the end, and on a phone scrolls the title out of view for it.
  useEffect(() => title.current?.focus(), []);
  const evenCents = Math.round((card.monthlyCents * 100) / CURATOR_SHARE_PERCENT);
  const topics = [
    {
      name: 'Your prices',
      text: 'Your images are sold for dollars alone, at your own prices by size; a size without one has the default price of curators’ images.',
    },
    {
      name: 'Your share',
      text: `You get ${CURATOR_SHARE_PERCENT}% of what your images sell for, net of the payment fees.`,
    },
    {
      name: 'When it pays for itself',
      text: `At ${priceText(card.monthlyCents)} a month, once your images sell for ${priceText(evenCents)} net in that month.`,
    },
    {
      name: 'When it is paid out',
      text: `A sale is credited after ${formatNumber(EARNINGS_MATURE_MS / 3_600_000)} hours; a payout starts at ${priceText(payoutCents({ tenths: PAYOUT_MIN_TENTHS, cents: 0 }))}, of what has rested for ${formatNumber(PAYOUT_REST_DAYS)} days. You request it on Profit Sharing. Where a buyer’s payment is taken back, so is your share of it.`,
    },
    {
      name: 'Your tools',
      text: `${formatCredits(card.credits)} a month. Not available yet: background removal for ${cutoutText(card.tier)}, upscaling from 4K to 8K, which adds detail, for ${upscaleText(card.tier)}.`,
    },
    {
      name: 'Your section',
      text: 'It is part of your public page: a name, a text, a banner, and your pictures in series, in the order you choose. The public gallery lists it. Your Curator Dashboard has its views and sales and a statement for each month. When the plan ends, the section is unlisted at once and kept for twelve months.',
    },
  ];
  return (
    <Dialog label="How curators earn" className={styles.dialog} onClose={onClose}>
      <div className={styles.body}>
        <h2 ref={title} tabIndex={-1}>
          How curators earn
        </h2>
        <dl className={styles.topics}>
          {topics.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <Button look="primary" onClick={onClose}>
          Got It! Close
        </Button>
      </div>
    </Dialog>
  );
}
