import { planCards } from '@easel/contracts/subscriptions/policy';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { samplePlan } from '../plan/testing/sample-plan.ts';
import type { Onlooker } from './plan-choice.ts';
import { PricingPage } from './pricing-page.tsx';

const shown = (onlooker: Onlooker, location = '/pricing'): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location={location}>
        <PricingPage onlooker={onlooker} onRetry={() => {}} />
      </StaticRouter>
    </QueryClientProvider>,
  );

describe('the pricing page', () => {
  it('shows every plan, the popular one marked', () => {
    const html = shown({ kind: 'visitor' });
    for (const { name, tier } of planCards) expect(html).toMatch(new RegExp(`<h3 id="${tier}-name">${name}</h3>`));
    expect(html.match(/Most popular/g)).toHaveLength(1);
    expect(html).toContain('$79.99');
  });

  it('shows the year’s prices where the address asks for them', () => {
    const html = shown({ kind: 'visitor' }, '/pricing?period=yearly');
    expect(html).toContain('$63.99');
    expect(html).toContain('$767.88 billed once a year');
    expect(html).not.toContain('<strong>$79.99</strong>');
  });

  it('leads a visitor to the sign-up page and a member to the studio', () => {
    expect(shown({ kind: 'visitor' })).toMatch(/href="\/register"[^>]*>Get Started</);
    expect(shown({ kind: 'member', plan: samplePlan() })).toMatch(/href="\/generator"[^>]*>Get Started</);
  });

  it('marks a member’s own plan, and offers the others', () => {
    const html = shown({ kind: 'member', plan: samplePlan('creator') });
    expect(html.match(/Your plan</g)).toHaveLength(1);
    expect(html).toContain('aria-label="Downgrade to Free"');
    expect(html).toContain('aria-label="Downgrade to Starter"');
    expect(html).toContain('aria-label="Upgrade to Studio"');
    expect(html).not.toContain('to Creator"');
  });

  it('lets nothing be chosen while the plan is not known', () => {
    const html = shown({ kind: 'unknown' });
    expect(html).toContain('Your plan could not be loaded');
    expect(html).not.toMatch(/(Up|Down)grade to/);
  });

  it('promises no trial and no money back', () => {
    const html = shown({ kind: 'visitor' });
    expect(html).not.toMatch(/free trial|guarantee|7-day|30-day/i);
  });
});
