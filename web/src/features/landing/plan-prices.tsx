import { planCards } from '@easel/contracts/subscriptions/policy';
import { PageLink } from '../../ui/page-link.tsx';
import { monthPrice, pictureCosts, planFigures } from './figures.ts';
import styles from './landing.module.css';

/** What every plan costs and brings, at a glance. */
export const PlanPrices = () => (
  <section className={styles.section} aria-labelledby="prices">
    <div className={styles.head}>
      <h2 id="prices">Prices</h2>
      <PageLink to="/pricing" className={styles.more}>
        All about plans
      </PageLink>
    </div>
    <p className={styles.lede}>{`${pictureCosts} You see the price before you pay.`}</p>
    <ul className={styles.plans}>
      {planCards.map((card) => {
        const { credits, pictures } = planFigures(card);
        return (
          <li key={card.tier} data-popular={card.popular}>
            <h3>
              {card.name}
              {card.popular && <span className={styles.popular}>Most popular</span>}
            </h3>
            <p className={styles.price}>
              {monthPrice(card)} <span>a month</span>
            </p>
            <p className={styles.brings}>{credits}</p>
            <p className={styles.brings}>{pictures}</p>
          </li>
        );
      })}
    </ul>
  </section>
);
