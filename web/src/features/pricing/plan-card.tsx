import {
  creditPrice,
  subscriptionProblems,
  type BillingPeriod,
  type PlanCard,
} from '@easel/contracts/subscriptions/policy';
import { Check } from 'lucide-react';
import { formatNumber } from '../../lib/figures.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import styles from './plan-card.module.css';
import type { Choice } from './plan-choice.ts';
import { billingText, featuresOf, monthCents, picturesOf, priceText, purposes } from './plan-words.ts';

export interface PlanCardProps {
  card: PlanCard;
  period: BillingPeriod;
  choice: Choice;
  /** It was asked for by the address. */
  highlighted: boolean;
  /** Its choice is on its way. */
  busy: boolean;
  /** Another's is. */
  locked: boolean;
  onChoose: (choice: Choice) => void;
  onCuratorInfo: () => void;
}

/** A plan: what it costs, what it brings, and the way to it. Its lines stand at the same height in every plan. */
export function PlanCardView({ card, period, choice, highlighted, onCuratorInfo, ...action }: PlanCardProps) {
  const { tier, name, credits, popular, curator } = card;
  const current = choice.kind === 'current' || ('plan' in choice && choice.plan.tier === tier);
  const marks = [popular && 'Most popular', current && 'Your plan'].filter(Boolean);
  return (
    <article
      id={tier}
      className={styles.card}
      aria-labelledby={`${tier}-name`}
      data-popular={popular}
      data-current={current}
      data-highlighted={highlighted}
    >
      <p className={styles.marks}>{marks.join(' · ')}</p>
      <h3 id={`${tier}-name`}>{name}</h3>
      <p className={styles.purpose}>{purposes[tier]}</p>
      <p className={styles.price}>
        <strong>{priceText(monthCents(card, period))}</strong> a month
      </p>
      <p className={styles.quiet}>{billingText(tier, period)}</p>
      <p className={styles.credits}>
        <strong>{formatNumber(credits)}</strong> credits a month
      </p>
      <p className={styles.quiet}>{card.monthlyCents > 0 ? perCredit(card, period) : 'Free, every month'}</p>
      <p className={styles.makes}>{`About ${formatNumber(picturesOf(tier, '1k'))} pictures at 1K`}</p>
      <Cta card={card} period={period} choice={choice} {...action} />
      <ul className={styles.features} aria-label={`${name} includes`}>
        {featuresOf(card).map((feature) => (
          <li key={feature}>
            <Check size={16} aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      {curator && (
        <button type="button" className={styles.more} onClick={onCuratorInfo}>
          How curators earn
        </button>
      )}
    </article>
  );
}

/** By the monthly price. spec: public-and-commerce §9 "Price of a credit". */
const perCredit = (card: PlanCard, period: BillingPeriod): string =>
  `$${creditPrice(card)} a credit${period === 'monthly' ? '' : ', paid monthly'}`;

const verbs = { upgrade: 'Upgrade', downgrade: 'Downgrade', resume: 'Keep this plan' } as const;

type CtaProps = Pick<PlanCardProps, 'card' | 'period' | 'choice' | 'busy' | 'locked' | 'onChoose'>;

function Cta({ card: { name, popular, tier }, period, choice, busy, locked, onChoose }: CtaProps) {
  const look = popular ? 'primary' : 'quiet';
  if (choice.kind === 'register') {
    return (
      <ButtonLink look={look} to={choice.address} aria-label={`Get Started with ${name}`}>
        Get Started
      </ButtonLink>
    );
  }
  if (choice.kind === 'current') return <Button disabled>Current plan</Button>;
  if (choice.kind === 'coming') return <Button disabled>{`Begins ${choice.from}`}</Button>;
  if (choice.kind === 'not-offered') {
    return (
      <>
        <Button disabled>By the year only</Button>
        <p className={styles.quiet}>{subscriptionProblems.yearlyOnly.message}</p>
      </>
    );
  }
  if (choice.kind === 'upgrade' || choice.kind === 'downgrade' || choice.kind === 'resume') {
    const isOwn = choice.kind !== 'resume' && choice.plan.tier === tier;
    const verb = isOwn ? `Pay by the ${period === 'yearly' ? 'year' : 'month'}` : verbs[choice.kind];
    return (
      <Button
        look={choice.kind === 'upgrade' ? look : 'quiet'}
        busy={busy}
        disabled={locked}
        aria-label={isOwn ? `${verb} for ${name}` : choice.kind === 'resume' ? `Keep ${name}` : `${verb} to ${name}`}
        onClick={() => onChoose(choice)}
      >
        {verb}
      </Button>
    );
  }
  if (choice.kind === 'unknown') {
    return (
      <Button aria-label={`Try again to choose ${name}`} onClick={() => onChoose(choice)}>
        Try again
      </Button>
    );
  }
  return (
    <Button disabled aria-label={`Choose ${name}`}>
      …
    </Button>
  );
}
