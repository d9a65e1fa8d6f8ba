import { settingPrices } from '@easel/contracts/curators/bodies.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { curatorOfferOf } from '@easel/contracts/prices/policy';
import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import { pricesQuery } from '../prices/prices-query.ts';
import type { OwnSection } from './curator-queries.ts';
import styles from './curators.module.css';

const PRICE = /^\d{1,4}([.,]\d{1,2})?$/;
const dollarsOf = (text: string): number => Number(text.replace(',', '.'));

/** Returns what is wrong with a typed price. An empty one stands for the default. */
function priceComplaint(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const dollars = dollarsOf(typed);
  return PRICE.test(typed) && dollars >= 0.01 && dollars <= 1000
    ? undefined
    : 'Please enter dollars from 0.01 to 1,000';
}

/** Prices of the member's pictures by size. */
export function PricesPanel({ prices }: { prices: OwnSection['prices'] }) {
  const { data: list } = useQuery(pricesQuery);
  const set = useCommand(curatorsHttp.setPrices);
  const form = useTextForm<ImageSize>({
    fields: imageSizes,
    schema: settingPrices,
    bodyOf: (values) => ({ prices: pricesOf(values) }),
    alsoCheck: (values) =>
      Object.fromEntries(
        imageSizes.flatMap((size) => {
          const complaint = priceComplaint(values[size]);
          return complaint === undefined ? [] : [[size, complaint]];
        }),
      ),
    send: async (values) => {
      await set.mutateAsync({ body: { prices: pricesOf(values) } });
      toast.success('Your prices are saved');
    },
    onFailure(error, complained) {
      if (complained.length === 0) toast.error(messageOf(error, 'Your prices could not be saved'));
    },
  });
  const defaultText = (size: ImageSize): string | undefined =>
    list && `${formatDollars(curatorOfferOf(list.prices, size).cents / 100)} if empty`;
  return (
    <Panel title="Prices" note="In dollars, for all your public pictures. They apply from the next purchase.">
      <form {...form.props} className={styles.form}>
        <div className={styles.prices}>
          {imageSizes.map((size) => (
            <TextField
              key={size}
              {...form.field(size)}
              label={size}
              defaultValue={prices[size]?.toFixed(2) ?? ''}
              inputMode="decimal"
              autoComplete="off"
              hint={defaultText(size)}
            />
          ))}
        </div>
        <Button type="submit" look="primary" busy={form.busy} className={styles.save}>
          Save prices
        </Button>
      </form>
    </Panel>
  );
}

const pricesOf = (values: Record<ImageSize, string>): Partial<Record<ImageSize, number>> =>
  Object.fromEntries(
    imageSizes.flatMap((size) =>
      values[size].trim() === '' || priceComplaint(values[size]) !== undefined
        ? []
        : [[size, dollarsOf(values[size].trim())]],
    ),
  );
