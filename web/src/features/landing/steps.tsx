import { brand } from '@easel/contracts/brand';
import styles from './landing.module.css';

const STEPS = [
  {
    name: 'Say what you want to see',
    text: `A sentence is enough. Before you pay, ${brand.name} tells you what it costs and who makes it.`,
  },
  {
    name: 'Watch it being made',
    text: 'You see its place in line and how far it has come, and the picture appears where you wait.',
  },
  {
    name: 'Keep it, show it, sell it',
    text: 'It is private until you show it. When somebody with a paid plan or a wallet buys a copy, you earn credits.',
  },
] as const;

/** From a sentence to a picture. */
export const Steps = () => (
  <section className={styles.section} aria-labelledby="steps">
    <h2 id="steps">How it works</h2>
    <ol className={styles.steps}>
      {STEPS.map(({ name, text }, index) => (
        <li key={name}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
