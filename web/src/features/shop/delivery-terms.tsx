import { centsToDollars } from '@easel/contracts/kernel/money';
import { deliveries, deliveryMethods, FREE_DELIVERY_CENTS, PRODUCTION_DAYS } from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import table from '../../ui/price-table.module.css';

interface DeliveryTermsProps {
  /** Who prints; undefined until known. */
  prints: 'service' | 'local' | 'off' | undefined;
}

const price = (cents: number): string => formatDollars(centsToDollars(cents));

const daysText = ([least, most]: readonly [number, number]): string =>
  most === 1 ? 'Next business day' : `${least}-${most} business days`;

/** How products are made, and how and for what they are delivered. */
export const DeliveryTerms = ({ prints }: DeliveryTermsProps) => (
  <Panel
    title="Making and delivery"
    note={`Made in ${PRODUCTION_DAYS[0]} to ${PRODUCTION_DAYS[1]} business days, then delivered.`}
  >
    {prints === 'local' && (
      <Notice kind="info">
        This installation prints nothing: orders go to a local print service that only pretends.
      </Notice>
    )}
    {prints === 'off' && (
      <Notice kind="info">This installation has no print service yet: printed products cannot be ordered.</Notice>
    )}
    <table className={`${table.table} ${table.endsInSums}`}>
      <caption>{`Delivery is free for orders from ${price(FREE_DELIVERY_CENTS)}.`}</caption>
      <thead>
        <tr>
          <th scope="col">Delivery</th>
          <th scope="col">Takes</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {deliveryMethods.map((method) => (
          <tr key={method}>
            <th scope="row">{deliveries[method].name}</th>
            <td>{daysText(deliveries[method].days)}</td>
            <td>{price(deliveries[method].cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Panel>
);
