import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Generation } from '@easel/contracts/generation/http';
import { SelectMark } from './select-mark.tsx';
import { SelectionContext, useNewSelection } from './selection.ts';

const generations = ['ant', 'bee', 'cat', 'dog'].map((name) => ({ id: name, original_prompt: name }) as Generation);

function Marks() {
  const selection = useNewSelection();
  return (
    <SelectionContext value={selection}>
      {generations.map((generation) => (
        <SelectMark key={generation.id} generation={generation} among={generations} />
      ))}
      <p>{[...selection.chosen.keys()].join(' ')}</p>
    </SelectionContext>
  );
}

afterEach(cleanup);

const mark = (name: string) => screen.getByRole('checkbox', { name: `Select: ${name}` });

test('Shift chooses every picture since the one that was chosen last, in either direction', async () => {
  const user = userEvent.setup();
  render(<Marks />);
  await user.click(mark('cat'));
  await user.keyboard('{Shift>}');
  await user.click(mark('ant'));
  await user.keyboard('{/Shift}');
  expect(screen.getByRole('paragraph').textContent).toBe('cat ant bee');
  await user.click(mark('bee'));
  expect(screen.getByRole('paragraph').textContent).toBe('cat ant');
});

test('Shift without an earlier choice chooses the one picture', async () => {
  const user = userEvent.setup();
  render(<Marks />);
  await user.keyboard('{Shift>}');
  await user.click(mark('dog'));
  expect(screen.getByRole('paragraph').textContent).toBe('dog');
});
