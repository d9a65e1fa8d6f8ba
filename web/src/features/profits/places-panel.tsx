import { isPayable, PAYOUT_MIN_TENTHS, payoutCents } from '@easel/contracts/earnings/policy';
import { centsToDollars, creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import { useState, type ReactNode } from 'react';
import { plainDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { counted, formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { earnedText } from './earned-words.ts';
import { PayoutDialog } from './payout-dialog.tsx';
import type { Own, Summary } from './profit-queries.ts';
import styles from './profits.module.css';

/** Shows where earnings are between sale and bank, with the button to request a payout. */
export function PlacesPanel({ own, summary }: { own: Own; summary: Summary }) {
  const [asking, setAsking] = useState(false);
  const { resting, waiting, payable, restDays } = own;
  const { takenBack, requested, paid } = summary;
  const sums = { tenths: creditsToTenths(payable.credits), cents: Math.round(payable.dollars * 100) };
  const worth = centsToDollars(payoutCents(sums));
  return (
    <Panel title="Where it is now">
      <dl className={styles.places}>
        <Place name="Just sold" note={settlesText(own)}>
          {earnedText(resting)}
          {resting.sales > 0 && <small>{`by ${counted(resting.sales, 'sale')}`}</small>}
        </Place>
        <Place
          name="Resting in your account"
          note={`Earnings rest for ${counted(restDays, 'day')} before they can be paid out. You can spend them in the meantime.`}
        >
          {waiting.length === 0 && 'nothing'}
          {waiting.length > 0 && (
            <ul>
              {waiting.map((part) => (
                <li key={part.payableOn}>
                  {earnedText(part)}
                  <small>{`can be paid out from ${plainDate(part.payableOn)} (UTC)`}</small>
                </li>
              ))}
            </ul>
          )}
        </Place>
        <Place name="Can be paid out" note={isPayable(sums) ? undefined : smallestNote(own)}>
          {earnedText(payable)}
          {worth > 0 && <small>{`worth ${formatDollars(worth)}`}</small>}
          {isPayable(sums) && (
            <Button look="primary" onClick={() => setAsking(true)}>
              Request a payout
            </Button>
          )}
        </Place>
        <Place
          name="Requested"
          note={requested.worth > 0 ? 'We transfer it to your bank account and notify you by email.' : undefined}
        >
          {formatDollars(requested.worth)}
        </Place>
        <Place name="Paid out">{formatDollars(paid.worth)}</Place>
        {takenBack.sales > 0 && (
          <Place
            name="Taken back"
            note="The buyers’ payments were refunded or disputed. If one is paid again, so are you. Your statement has every movement."
          >
            {earnedText(takenBack)}
            <small>{`of ${counted(takenBack.sales, 'sale')}`}</small>
          </Place>
        )}
      </dl>
      {asking && <PayoutDialog payable={payable} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

const settlesText = ({ resting: { settlesAt } }: Own): string =>
  settlesAt === null
    ? 'A sale is added to your account at the first midnight (UTC) after 24 hours.'
    : `Added to your account on ${plainDate(settlesAt)} at midnight (UTC), unless the payment is reversed.`;

function smallestNote({ payable, waiting: [earliest] }: Own): string {
  const sums = { tenths: PAYOUT_MIN_TENTHS, cents: 0 };
  const least = formatCredits(tenthsToCredits(PAYOUT_MIN_TENTHS));
  const smallest = `The smallest payout is of ${least}, or of ${formatDollars(centsToDollars(payoutCents(sums)))}.`;
  if (!earliest || payable.credits > 0 || payable.dollars > 0) return smallest;
  return `Nothing can be paid out before ${plainDate(earliest.payableOn)} (UTC). ${smallest}`;
}

const Place = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note !== undefined && <dd className={styles.note}>{note}</dd>}
  </div>
);
