import styles from './badges.module.css';

export function Badges({ items, label }: { items: readonly string[]; label: string }) {
  return (
    <ul className={styles.badges} aria-label={label}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
