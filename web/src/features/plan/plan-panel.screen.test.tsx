import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { samplePlan } from './testing/sample-plan.ts';

withFakeServer();
beforeEach(signIn);

test('a paid plan leads to its invoices', async () => {
  server.reply(subscriptionsHttp.plan, { success: true, plan: samplePlan('studio') });
  show(<PlanPanel />);
  const link = await screen.findByRole('link', { name: 'Invoices' });
  expect(link.getAttribute('href')).toBe('/statement?reason=plan-payment');
});

test('the free plan, which nobody pays for, has no invoices', async () => {
  const plan = samplePlan('free');
  server.reply(subscriptionsHttp.plan, { success: true, plan });
  show(<PlanPanel />);
  await screen.findByText(plan.label);
  expect(screen.queryByRole('link', { name: 'Invoices' })).toBeNull();
});
