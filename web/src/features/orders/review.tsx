import { sentAddress } from '@easel/contracts/orders/address';
import { deliveries } from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { totalOf, type CartItem } from '../cart/cart.ts';
import { pictureText } from '../cart/product-words.ts';
import type { Delivery, Personal } from './checkout-form.ts';
import styles from './checkout.module.css';
import { AddressLines } from './address-lines.tsx';
import { daysText, MADE_IN } from './delivery-words.ts';
import { itemText } from './order-words.ts';

interface ReviewProps {
  items: readonly CartItem[];
  personal: Personal;
  /** Null where nothing is delivered. */
  delivery: Delivery | null;
  /** How it is paid, in words. */
  payment: string;
  /** Why an item cannot be ordered, by its id. */
  problems: Readonly<Record<string, string>>;
  busy: boolean;
  onRemove: (id: string) => void;
  onPrevious: () => void;
  onPlace: () => void;
}

/** Says what it is, and what of it: a product with its picture's place, a picture with its size. */
const wordsOf = (item: CartItem): readonly string[] =>
  item.kind === 'product'
    ? [itemText(item), pictureText(item)]
    : [item.name, itemText({ ...item, size: item.resolutionTier })];

/** Shows everything once more, and places the order. */
export const Review = ({
  items,
  personal,
  delivery,
  payment,
  problems,
  busy,
  onRemove,
  onPrevious,
  onPlace,
}: ReviewProps) => (
  <>
    <dl className={styles.details}>
      <div>
        <dt>Name</dt>
        <dd>{`${personal.firstName.trim()} ${personal.lastName.trim()}`}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>{personal.email.trim()}</dd>
      </div>
      {personal.phone.trim() !== '' && (
        <div>
          <dt>Phone</dt>
          <dd>{personal.phone.trim()}</dd>
        </div>
      )}
      {delivery && (
        <>
          <div>
            <dt>Delivery address</dt>
            <dd>
              <AddressLines address={sentAddress(delivery.address)} />
            </dd>
          </div>
          <div>
            <dt>Delivery method</dt>
            <dd>{`${deliveries[delivery.method].name}, ${daysText(delivery.method)}. ${MADE_IN}.`}</dd>
          </div>
        </>
      )}
      <div>
        <dt>Payment</dt>
        <dd>{payment}</dd>
      </div>
    </dl>
    <ul aria-label="Items" className={styles.items}>
      {items.map((item) => {
        const problem = problems[item.id];
        return (
          <li key={item.id}>
            <div className={styles.what}>
              {wordsOf(item).map((line) => (
                <p key={line}>{line}</p>
              ))}
              <p role="alert">{problem}</p>
            </div>
            <strong>{formatDollars(totalOf([item]))}</strong>
            {problem && (
              <Button aria-label={`Remove: ${item.name}`} disabled={busy} onClick={() => onRemove(item.id)}>
                Remove
              </Button>
            )}
          </li>
        );
      })}
    </ul>
    <div className={styles.actions}>
      <Button disabled={busy} onClick={onPrevious}>
        Previous
      </Button>
      <Button look="primary" busy={busy} onClick={onPlace}>
        Place Order
      </Button>
    </div>
  </>
);
