import { CENTS_PER_CREDIT, REFERRAL_CREDITS } from '@easel/contracts/account/policy';
import { EARNINGS_MATURE_MS, PAYOUT_MIN_TENTHS } from '@easel/contracts/earnings/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { formatCredits, formatNumber } from '../../lib/figures.ts';
import { REFERRAL_TERMS } from '../../lib/referral.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { earningText, priceText } from './plan-words.ts';
import styles from './prices.module.css';

/** spec: public-and-commerce §2.11, earn credits; by the ruled rates. */
export function Earnings({ onCuratorInfo }: { onCuratorInfo: () => void }) {
  const payout = tenthsToCredits(PAYOUT_MIN_TENTHS);
  return (
    <Panel
      title="Earn credits"
      note="Make an image public, and earn whenever another member buys a clean copy of it."
      actions={<Button onClick={onCuratorInfo}>How curators earn</Button>}
    >
      <div className={styles.scroller}>
        <table className={styles.table}>
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
            Copies bought with dollars, or with a paid plan’s credits. Free and bonus credits earn nobody anything.
          </dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>{`Credited after ${formatNumber(EARNINGS_MATURE_MS / 3_600_000)} hours, and permanent from then on.`}</dd>
        </div>
        <div>
          <dt>Payout</dt>
          <dd>{`From ${formatCredits(payout)} on, at ${priceText(CENTS_PER_CREDIT)} a credit.`}</dd>
        </div>
        <div>
          <dt>Invite a friend</dt>
          <dd>{`${formatCredits(REFERRAL_CREDITS)} for each of you, permanent. ${REFERRAL_TERMS}`}</dd>
        </div>
      </dl>
    </Panel>
  );
}
