import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Resolution } from '@easel/contracts/generation/policy';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show, withFakeServer } from '../../lib/testing/screen.tsx';
import { ResolutionField } from './resolution-field.tsx';
import { TierContext } from './size-lock.ts';

withFakeServer();

function Field() {
  const [chosen, setChosen] = useState<Resolution>('1k');
  return (
    <ResolutionField
      chosen={chosen}
      inputOf={(one) => ({ name: 'resolution', checked: one === chosen, onChange: () => setChosen(one) })}
    />
  );
}

const open = (tier: SubscribedTier | undefined) =>
  show(
    <TierContext value={tier}>
      <Field />
    </TierContext>,
  );
const locks = () => screen.queryAllByRole('img', { name: 'not in your plan' });
const choose = (name: string) => screen.getByRole('radio', { name });

test('a size beyond the plan bears a lock, and says what is downloaded of it and which plan has it', async () => {
  const user = open('free');
  expect(locks()).toHaveLength(2);
  expect(screen.queryByText(/Upgrade plan required/)).toBeNull();
  await user.click(choose('4K'));
  const note = screen.getByText(/Upgrade plan required/);
  expect(note.textContent).toBe(
    'Your plan downloads it in 1K. Upgrade plan required: Creator, $19.99 a month. Upgrade',
  );
  expect(choose('4K').getAttribute('aria-describedby')).toBe(note.id);
  await user.click(choose('2K'));
  expect(screen.getByText(/Starter, \$9\.99 a month/)).toBeTruthy();
  await user.click(choose('1K'));
  expect(screen.queryByText(/Upgrade plan required/)).toBeNull();
});

test.each(['creator', undefined] as const)('nothing is locked for %s', async (tier) => {
  const user = open(tier);
  await user.click(choose('4K'));
  expect(locks()).toHaveLength(0);
  expect(screen.queryByText(/Upgrade plan required/)).toBeNull();
});
