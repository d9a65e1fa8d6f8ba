import type { SubscribedTier } from '@easel/contracts/account/policy';
import { billingPeriods, planCards, YEARLY_SAVING_PERCENT, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { capitalised } from '../../lib/figures.ts';
import { useMedia } from '../../lib/media.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Comparison } from './comparison.tsx';
import { CreditPrices } from './credit-prices.tsx';
import { Earnings } from './earnings.tsx';
import { PlanCardView } from './plan-card.tsx';
import { PlanCarousel } from './plan-carousel.tsx';
import { choiceOf, periodOf, tierOfHash, type Choice as PlanChoice, type Onlooker } from './plan-choice.ts';
import styles from './pricing-page.module.css';
import { Questions } from './questions.tsx';
import { useChoosePlan } from './use-choose-plan.ts';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));
const CuratorDialog = lazy(() => import('./curator-dialog.tsx'));

const curatorCard = planCards.find(({ curator }) => curator);

interface PricingPageProps {
  onlooker: Onlooker;
  /** Reads the member's plan again. */
  onRetry: () => void;
}

/** spec: public-and-commerce §2.11. The period stands in the address, and a hash names a plan. */
export function PricingPage({ onlooker, onRetry }: PricingPageProps) {
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get('period'));
  const highlighted = useHighlight();
  const { choose, underWay } = useChoosePlan();
  const [chosen, setChosen] = useState<PlanCard | null>(null);
  const [telling, setTelling] = useState(false);

  function onChoose(card: PlanCard, choice: PlanChoice) {
    if (choice.kind === 'unknown') onRetry();
    if (choice.kind === 'upgrade' || choice.kind === 'downgrade') setChosen(card);
    if (choice.kind === 'resume') void choose(card.tier, period);
  }

  return (
    <Page lead="Every plan makes the same pictures. They differ in how many, how large, and what you earn.">
      <PlanCarousel
        toggle={
          <ChoiceGroup legend="Billing" layout="row">
            {billingPeriods.map((one) => (
              <Choice
                key={one}
                name="period"
                value={one}
                checked={one === period}
                onChange={() => setParams(one === 'monthly' ? {} : { period: one }, { replace: true })}
              >
                <span className={styles.period}>
                  {capitalised(one)}
                  {one === 'yearly' && <span>{`save ${YEARLY_SAVING_PERCENT}%`}</span>}
                </span>
              </Choice>
            ))}
          </ChoiceGroup>
        }
      >
        {planCards.map((card) => (
          <PlanCardView
            key={card.tier}
            card={card}
            period={period}
            choice={choiceOf(onlooker, card.tier, period)}
            highlighted={highlighted === card.tier}
            busy={underWay === card.tier}
            locked={underWay !== null && underWay !== card.tier}
            onChoose={(choice) => onChoose(card, choice)}
            onCuratorInfo={() => setTelling(true)}
          />
        ))}
      </PlanCarousel>
      {onlooker.kind === 'unknown' && (
        <Notice kind="problem">Your plan could not be loaded, so none can be chosen now.</Notice>
      )}
      <Comparison />
      <div className={styles.pair}>
        <CreditPrices />
        <Earnings onCuratorInfo={() => setTelling(true)} />
      </div>
      <Questions />
      <div className={styles.closing}>
        <h2>Start with a sentence</h2>
        <ButtonLink look="primary" to={onlooker.kind === 'visitor' ? '/register' : '/generator'}>
          Get Started
        </ButtonLink>
      </div>
      <Suspense>
        {chosen && onlooker.kind === 'member' && (
          <ChangeDialog
            plan={onlooker.plan}
            card={chosen}
            period={period}
            busy={underWay !== null}
            onConfirm={() => void choose(chosen.tier, period).then((away) => away || setChosen(null))}
            onClose={() => setChosen(null)}
          />
        )}
        {telling && curatorCard && <CuratorDialog card={curatorCard} onClose={() => setTelling(false)} />}
      </Suspense>
    </Page>
  );
}

/** spec: public-and-commerce §2.11. */
const HIGHLIGHT_MS = 2000;

/** The plan that the hash names: brought into view, and marked for a while. */
function useHighlight(): SubscribedTier | null {
  const { hash, key } = useLocation();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [over, setOver] = useState<string | null>(null);
  const tier = tierOfHash(hash);

  useEffect(() => {
    if (tier === undefined) return;
    document
      .getElementById(tier)
      ?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'center', inline: 'center' });
    const timer = window.setTimeout(() => setOver(key), HIGHLIGHT_MS);
    return () => window.clearTimeout(timer);
  }, [tier, key, still]);

  return tier === undefined || over === key ? null : tier;
}
