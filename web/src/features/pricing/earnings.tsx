import { REFERRAL_CREDITS } from '@easel/contracts/account/policy';
import {
  EARNINGS_MATURE_MS,
  PAYOUT_CENTS_PER_CREDIT,
  PAYOUT_MIN_TENTHS,
  PAYOUT_REST_DAYS,
} from '@easel/contracts/earnings/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { formatCredits, formatNumber } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { REFERRAL_TERMS } from '../account/referral.ts';
import { earningText, priceText } from './plan-words.ts';
import table from '../../ui/price-table.module.css';
import styles from './prices.module.css';

/** spec: public-and-commerce §2.11 "Earn credits"; spec: rulings "Earn rate". */
export function Earnings({ onCuratorInfo }: { onCuratorInfo: () => void }) {
  const payout = tenthsToCredits(PAYOUT_MIN_TENTHS);
  return (
    <Panel
      title="Earn credits"
      note="Make an image public, and earn whenever another member buys a clean copy of it."
      actions={<Button onClick={onCuratorInfo}>How curators earn</Button>}
    >
      <div className={styles.scroller}>
        <table className={table.table}>
          <caption>Earned by a sale, by plan</caption>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">You earn</th>
            </tr>
          </thead>
          <tbody>
            {planCards.map(({ tier, name }) => (
              <tr key={tier}>
                <th scope="row">{name}</th>
                <td>{earningText(tier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={styles.rules}>
        <div>
          <dt>What counts</dt>
          <dd>
            Copies bought with dollars, or with a paid plan’s credits. Free and bonus credits earn nobody anything. A
            sale in credits brings at most 60% of the paid ones, one in dollars at most half of what the payment leaves;
            shares of a price come from sales in dollars alone.
          </dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>{`Credited after ${formatNumber(EARNINGS_MATURE_MS / 3_600_000)} hours, and to be spent from then on. Where the buyer’s payment is taken back, so is what the sale brought, paid out or not.`}</dd>
        </div>
        <div>
          <dt>Payout</dt>
          <dd>{`From ${formatCredits(payout)} on, at ${priceText(PAYOUT_CENTS_PER_CREDIT)} a credit, once they have rested for ${formatNumber(PAYOUT_REST_DAYS)} days. You request it on Profit Sharing.`}</dd>
        </div>
        <div>
          <dt>Invite a friend</dt>
          <dd>{`${formatCredits(REFERRAL_CREDITS)} for each of you, permanent. ${REFERRAL_TERMS}`}</dd>
        </div>
      </dl>
    </Panel>
  );
}
