import { competitionsHttp } from '@easel/contracts/competitions/http';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { button, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { ChallengeCards } from './challenge-cards.tsx';
import { HowToCompete } from './how-to-compete.tsx';
import { HowToEnter } from './how-to-enter.tsx';
import { sampleChallenge } from './testing/sample-challenge.ts';

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
    server.reply(competitionsHttp.challenge, { success: true, open: null, next: null, past: [] });
    const user = show(inTheBar, { at: `/public-gallery?category=${category}` });
    await user.click(button(name));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByText(requirement)).toBeTruthy();
    expect(await dialog.findByText('No challenge is open now.')).toBeTruthy();
    expect(dialog.getByText(/Deadline to be announced/)).toBeTruthy();
    expect(dialog.getByText('Made at 4K: choose 4K as its resolution.')).toBeTruthy();
    expect(dialog.getByText(/do not count/)).toBeTruthy();
    for (const heading of ['Steps', 'Requirements', 'Prizes']) {
      expect(dialog.getByRole('heading', { name: heading })).toBeTruthy();
    }
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['/public-gallery', '/public-gallery?category=animals'])('is not offered at %s', (at) => {
    show(inTheBar, { at });
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('opens by the event, if the event names a challenge', async () => {
    server.reply(competitionsHttp.challenge, { success: true, open: null, next: null, past: [] });
    show(inTheBar);
    for (const detail of [undefined, null, 'tshirt', { type: 'mug' }, {}]) raise(detail);
    expect(screen.queryByRole('dialog')).toBeNull();
    raise({ type: 'poster' });
    expect(await screen.findByRole('dialog', { name: 'How to enter the Poster Competition' })).toBeTruthy();
  });
});

/** Reports every observed element as visible at once. */
class InView {
  constructor(private readonly callback: IntersectionObserverCallback) {}
  observe(target: Element): void {
    this.callback([{ target, isIntersecting: true } as never], this as never);
  }
  disconnect(): void {}
}

describe('the cards of the challenges', () => {
  test('show theme and time left, or that no challenge is open', async () => {
    vi.stubGlobal('IntersectionObserver', InView);
    server.reply(competitionsHttp.challenge, ({ path }) => ({
      success: true as const,
      open: path.endsWith('poster') ? sampleChallenge() : null,
      next: null,
      past: [],
    }));
    show(<ChallengeCards />);
    expect(await screen.findByText('Tides: 10 days remaining')).toBeTruthy();
    expect(await screen.findByText('No challenge is open now. Deadline to be announced')).toBeTruthy();
  });
});
