import styles from './order-reference.module.css';

/** Keeps a reference on one line, where a line has room for it: it may be broken after its hyphen otherwise. */
export const OrderReference = ({ reference }: { reference: string }) => (
  <span className={styles.reference}>{reference}</span>
);
