import { addressFaults, addressFields } from '@easel/contracts/orders/address';
import { deliveries, deliveryMethods, type DeliveryMethod } from '@easel/contracts/orders/policy';
import { useNow } from '../../lib/clock.ts';
import { capitalised } from '../../lib/figures.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Option, OptionGroup } from '../../ui/option.tsx';
import type { CartItem } from '../cart/cart.ts';
import { AddressFields } from './address-fields.tsx';
import { addressForm, type AddressTexts, type Delivery } from './checkout-form.ts';
import styles from './checkout.module.css';
import { arrivalText, daysText, deliveryPrice, MADE_IN } from './delivery-words.ts';
import { sumsOf } from './order-sums.ts';

interface DeliveryStepProps {
  items: readonly CartItem[];
  delivery: Delivery;
  onChange: (change: Partial<AddressTexts> & { deliveryMethod?: DeliveryMethod }) => void;
  onNext: (address: AddressTexts) => void;
  onPrevious: () => void;
}

/** Asks where the products go, and how. */
export function DeliveryStep({ items, delivery, onChange, onNext, onPrevious }: DeliveryStepProps) {
  const form = useTextForm({
    fields: addressFields,
    schema: addressForm,
    alsoCheck: addressFaults,
    send: (address) => Promise.resolve(onNext(address)),
    onFailure: () => {},
  });
  return (
    <form {...form.props} className={styles.form}>
      <AddressFields address={delivery.address} onChange={onChange} field={form.field} />
      <DeliveryMethods
        items={items}
        method={delivery.method}
        onChange={(deliveryMethod) => onChange({ deliveryMethod })}
      />
      <div className={styles.actions}>
        <Button onClick={onPrevious}>Previous</Button>
        <Button type="submit" look="primary">
          Next Step
        </Button>
      </div>
    </form>
  );
}

interface DeliveryMethodsProps {
  items: readonly CartItem[];
  method: DeliveryMethod;
  onChange: (method: DeliveryMethod) => void;
}

function DeliveryMethods({ items, method, onChange }: DeliveryMethodsProps) {
  const now = useNow();
  return (
    <div className={styles.methods}>
      <OptionGroup legend="Delivery method">
        {deliveryMethods.map((one) => (
          <Option
            key={one}
            name="deliveryMethod"
            value={one}
            title={deliveries[one].name}
            note={`${capitalised(daysText(one))}, arrives ${arrivalText(one, now)}`}
            end={deliveryPrice(sumsOf(items, one).delivery)}
            checked={one === method}
            onChange={() => onChange(one)}
          />
        ))}
      </OptionGroup>
      <p>{`${MADE_IN}, then sent by the method that you choose.`}</p>
    </div>
  );
}
