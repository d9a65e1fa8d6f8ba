import type { OwnOrder } from '@easel/contracts/orders/http';
import { deliveries } from '@easel/contracts/orders/policy';
import { dayWithZone } from '../../lib/dates.ts';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { AddressLines } from './address-lines.tsx';
import { daysText, productionText } from './delivery-words.ts';
import { OrderArrival } from './order-arrival.tsx';
import styles from './order-page.module.css';
import { Row } from './order-row.tsx';
import { itemText, titleOf, type Titles } from './order-words.ts';

type Delivered = OwnOrder & { delivery: NonNullable<OwnOrder['delivery']> };
type Parcel = Delivered['delivery']['parcels'][number];

export const hasDelivery = (order: OwnOrder): order is Delivered => order.delivery !== null;

/** Shows where the products go, and how far they are. */
export function OrderDelivery({ order, titles }: { order: Delivered; titles: Titles }) {
  const { method, address, parcels, promised_by: promised } = order.delivery;
  const production = productionText(order.status);
  return (
    <Panel title="Delivery">
      <dl className={styles.sums}>
        <Row name="Address">
          <AddressLines address={address} />
        </Row>
        <Row name="Method">{`${deliveries[method].name}, ${daysText(method)}`}</Row>
        {production && <Row name="Production">{production}</Row>}
        {promised !== null && <Row name="Promised by">{dayWithZone(promised)}</Row>}
      </dl>
      {parcels.length > 0 && (
        <ol aria-label="Parcels" className={styles.parcels}>
          {parcels.map((parcel, index) => (
            <li key={parcel.id}>
              <ShippedParcel
                parcel={parcel}
                name={parcels.length > 1 ? `Parcel ${index + 1} of ${parcels.length}` : 'Parcel'}
                items={order.items.filter(({ id }) => parcel.items.includes(id))}
                titles={titles}
              />
            </li>
          ))}
        </ol>
      )}
      <OrderArrival order={order} />
    </Panel>
  );
}

interface ShippedParcelProps {
  parcel: Parcel;
  name: string;
  items: OwnOrder['items'];
  titles: Titles;
}

function ShippedParcel({ parcel, name, items, titles }: ShippedParcelProps) {
  const { carrier, tracking_number: number, tracking_url: url, dispatched_at, promised_by } = parcel;
  return (
    <>
      <p>
        <strong>{carrier === '' ? name : `${name}, ${carrier}`}</strong>
      </p>
      <p>
        Sent <Time iso={dispatched_at} />, promised by {dayWithZone(promised_by)}
      </p>
      <p>
        <Tracking number={number} url={url} />
      </p>
      <ul aria-label={`In ${name.toLowerCase()}`}>
        {items.map((item) => (
          <li key={item.id}>{`${itemText(item)}: ${titleOf(item, titles)}`}</li>
        ))}
      </ul>
    </>
  );
}

/** Leads to the carrier's page over a secure connection alone. */
function Tracking({ number, url }: { number: string; url: string }) {
  const text = number === '' ? 'Track this parcel' : `Track ${number}`;
  if (URL.canParse(url) && new URL(url).protocol === 'https:') {
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  return number === '' ? 'Sent without tracking' : `Tracking number ${number}`;
}
