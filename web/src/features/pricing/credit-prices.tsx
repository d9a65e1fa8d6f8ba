import { CENTS_PER_CREDIT } from '@easel/contracts/account/policy';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { priceTenths, resolutions } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { useQuery } from '@tanstack/react-query';
import { formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pricesQuery } from '../prices/prices-query.ts';
import { cutoutText, notYet, priceText, UPSCALING, upscaleText } from './plan-words.ts';
import table from '../../ui/price-table.module.css';
import styles from './prices.module.css';

/** What making an image of a size costs; sizes that nothing is made in are upscaled to. */
function makingText(size: ImageSize): string {
  const resolution = resolutions.find((one) => one === size.toLowerCase());
  return resolution ? formatCredits(tenthsToCredits(priceTenths(resolution, 1))) : notYet('by upscaling');
}

/** What a credit buys: by the price list in force, and by the rules of the studio. */
export function CreditPrices() {
  const { data, isError, refetch } = useQuery(pricesQuery);
  const images = data?.prices.images;
  return (
    <Panel title="What a credit buys" note={`A credit is worth ${priceText(CENTS_PER_CREDIT)}.`}>
      {isError && (
        <Notice kind="problem" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          The prices to buy at could not be loaded.
        </Notice>
      )}
      <div className={styles.scroller}>
        <table className={table.table} aria-busy={!images && !isError}>
          <caption>Images, by size</caption>
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col">Make one</th>
              <th scope="col">Buy one</th>
              <th scope="col">Or pay</th>
            </tr>
          </thead>
          <tbody>
            {imageSizes.map((size) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                <td>{makingText(size)}</td>
                <td>{images ? formatCredits(tenthsToCredits(images[size].tenths)) : '…'}</td>
                <td>{images ? priceText(images[size].cents) : '…'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={styles.rules}>
        <div>
          <dt>Several images</dt>
          <dd>Each costs what one costs. A variant costs what an image of its resolution costs.</dd>
        </div>
        <div>
          <dt>{notYet('Edits')}</dt>
          <dd>
            Crops, filters and adjustments will be free: your image stays as it is, and the edit is kept beside it.
          </dd>
        </div>
        <div>
          <dt>{notYet('Background removal')}</dt>
          <dd>{`${cutoutText('free')}: in the house, or by a premium service.`}</dd>
        </div>
        <div>
          <dt>{UPSCALING}</dt>
          <dd>
            {planCards
              .map(({ tier, name }) => ({ name, terms: upscaleText(tier) }))
              .filter(({ terms }) => terms)
              .map(({ name, terms }) => `${name} ${terms}`)
              .join('; ')}
            .
          </dd>
        </div>
        <div>
          <dt>Your own images</dt>
          <dd>Free to download, as often as you like, in the sizes and formats of your plan.</dd>
        </div>
      </dl>
    </Panel>
  );
}
