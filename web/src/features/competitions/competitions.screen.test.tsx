import { act, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { button, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { HowToCompete } from './how-to-compete.tsx';
import { HowToEnter } from './how-to-enter.tsx';
import PosterCompetitionPage from './poster-competition-page.tsx';
import TshirtCompetitionPage from './tshirt-competition-page.tsx';

withFakeServer();

const inTheBar = (
  <>
    <HowToEnter />
    <HowToCompete />
  </>
);
const raise = (detail: unknown) =>
  act(() => {
    window.dispatchEvent(new CustomEvent('how-to-compete', { detail }));
  });

describe('how to enter', () => {
  test.each([
    ['tshirt-competition', 'How to enter the T-Shirt Competition', /^A square picture/],
    ['T-Shirt', 'How to enter the T-Shirt Competition', /^A square picture/],
    ['poster-competition', 'How to enter the Poster Competition', /5:3, 4:3, 3:4, 16:9 or 1:1/],
  ])('is asked beside the bar where the category is %s', async (category, name, requirement) => {
    const user = show(inTheBar, { at: `/public-gallery?category=${category}` });
    await user.click(button(name));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText(requirement)).toBeTruthy();
    expect(dialog.getByText('No challenge is open now.')).toBeTruthy();
    expect(dialog.getByText(/Deadline to be announced/)).toBeTruthy();
    expect(dialog.getByText('Made at 4K: choose 4K as its resolution.')).toBeTruthy();
    expect(dialog.getByText(/Each will run for a calendar month \(UTC\)/)).toBeTruthy();
    expect(dialog.getByText(/Entering is not available yet/)).toBeTruthy();
    for (const heading of ['Steps', 'Requirements', 'Prizes']) {
      expect(dialog.getByRole('heading', { name: heading })).toBeTruthy();
    }
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['/public-gallery', '/public-gallery?category=animals'])('is nobody’s question at %s', (at) => {
    show(inTheBar, { at });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('opens by the event alone, and only by one that names a challenge', async () => {
    show(inTheBar);
    for (const detail of [undefined, null, 'tshirt', { type: 'mug' }, {}]) raise(detail);
    expect(screen.queryByRole('dialog')).toBeNull();
    raise({ type: 'poster' });
    expect(await screen.findByRole('dialog', { name: 'How to enter the Poster Competition' })).toBeTruthy();
  });
});

describe('the page of a challenge', () => {
  test.each([
    ['/tshirt-competition', <TshirtCompetitionPage key="t" />, 'tshirt-competition'],
    ['/poster-competition', <PosterCompetitionPage key="p" />, 'poster-competition'],
  ])('%s says what it pays, that none is open, and where its entries are', (at, page, category) => {
    show(page, { at });
    expect(screen.getByText('No challenge is open now.')).toBeTruthy();
    expect(screen.getByText(/Deadline to be announced/)).toBeTruthy();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Every entry',
      '1st place',
      '2nd place',
      '3rd place',
    ]);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '10% of what products with it bring while the challenge runs',
      '25% of what all entries together bring, and 500 credits',
      '20% of what all entries together bring, and 300 credits',
      '15% of what all entries together bring, and 200 credits',
    ]);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain(`/public-gallery?category=${category}`);
  });
});
