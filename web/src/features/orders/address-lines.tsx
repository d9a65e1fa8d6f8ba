import type { Address } from '@easel/contracts/orders/http';
import styles from './address-lines.module.css';

/** Shows an address, a line each; what its country does not have is left out. */
export function AddressLines({ address }: { address: Address }) {
  const { street, city, state, zipCode, country } = address;
  const place = [city, [state, zipCode].filter((part) => part !== '').join(' ')].filter((part) => part !== '');
  return (
    <address className={styles.address}>
      {[street, place.join(', '), country].map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
