import { sizeOf } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { counted, formatCredits } from '../../lib/figures.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { offerFor, type Chosen } from './chosen.ts';
import { imagesOf, type GeneratorForm } from './generator-form.ts';
import styles from './price-line.module.css';
import { leavesText, type Funds } from './order-price.ts';

interface PriceLineProps {
  chosen: Chosen;
  values: GeneratorForm;
  /** Number of prompts that are ordered together. */
  prompts: number;
  funds: Funds;
}

/** Shows the price of the current order, the balance, and what is left afterwards. */
export function PriceLine({ chosen: { asked, providers }, values, prompts, funds }: PriceLineProps) {
  const { credits, imagesLeft } = funds;
  const images = prompts * imagesOf(values.count);
  // Each prompt is a separate order, and its price is rounded separately.
  const { tenths, enlargedFrom } = offerFor(providers, asked, imagesOf(values.count));
  const price = tenthsToCredits(prompts * tenths);
  const { width, height } = sizeOf(asked.aspectRatio, asked.resolution);
  const short = credits === undefined ? 0 : price - credits;
  return (
    <div className={styles.line}>
      <p>
        <output className={styles.price} data-testid="price">
          {formatCredits(price)}
        </output>
        <span>{`${counted(images, 'image')} of ${width} × ${height} px`}</span>
        {enlargedFrom && <span>{`Enlarged from ${enlargedFrom.width} × ${enlargedFrom.height} px`}</span>}
      </p>
      <p className={styles.balance}>
        {short > 0 ? (
          <span>
            {`${formatCredits(short)} short · `}
            <PageLink to="/pricing">Get credits</PageLink>
          </span>
        ) : (
          <span>Balance</span>
        )}
        <span data-short={short > 0}>{credits === undefined ? '…' : formatCredits(credits)}</span>
      </p>
      <p className={styles.left} data-short={imagesLeft !== null && imagesLeft !== undefined && images > imagesLeft}>
        {leavesText(images, price, funds)}
      </p>
    </div>
  );
}
