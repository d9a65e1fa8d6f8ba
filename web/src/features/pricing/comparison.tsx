import { downloadLimits } from '@easel/contracts/downloads/policy';
import { monthlyImageLimit, type SubscribedTier } from '@easel/contracts/account/policy';
import { MERCHANDISE_UNITS, planCards } from '@easel/contracts/subscriptions/policy';
import { formatNumber } from '../../lib/figures.ts';
import { cutoutText, downloadsText, earningText, notYet, picturesOf, UPSCALING, upscaleText } from './plan-words.ts';
import styles from './comparison.module.css';

const NONE = '–';

/** What tells the plans apart, in the order in which it matters; each by the rule that is in force. */
const rows: readonly { name: string; of: (tier: SubscribedTier) => string }[] = [
  { name: 'Pictures at 1K', of: (tier) => `about ${formatNumber(picturesOf(tier, '1k'))}` },
  { name: 'Pictures at 2K', of: (tier) => `about ${formatNumber(picturesOf(tier, '2k'))}` },
  { name: 'Pictures at 4K', of: (tier) => `about ${formatNumber(picturesOf(tier, '4k'))}` },
  { name: 'Most pictures a month', of: (tier) => limitText(monthlyImageLimit(tier)) },
  { name: 'Downloads up to', of: (tier) => downloadLimits(tier).maxSize },
  {
    name: 'Formats',
    of: (tier) =>
      downloadLimits(tier)
        .formats.map((one) => one.toUpperCase())
        .join(', '),
  },
  { name: 'Downloads of others’ pictures', of: downloadsText },
  { name: notYet('Background removal'), of: cutoutText },
  { name: UPSCALING, of: (tier) => upscaleText(tier) ?? NONE },
  { name: 'Earned by a sale', of: earningText },
  {
    name: 'Merchandise of each picture',
    of: (tier) => (tier === 'enterprise' ? `up to ${formatNumber(MERCHANDISE_UNITS)} units` : NONE),
  },
];

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : formatNumber(limit));

/** All plans beside each other, for who has room to look at them so; on a phone each plan says it of itself. */
export function Comparison() {
  return (
    <section className={styles.comparison} aria-labelledby="comparison">
      <h2 id="comparison">What each plan brings</h2>
      <div
        className={styles.scroller}
        // What does not fit is scrolled to, with the keys, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Comparison of the plans"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              {planCards.map(({ tier, name }) => (
                <th key={tier} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, of }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {planCards.map(({ tier }) => (
                  <td key={tier}>{of(tier)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
