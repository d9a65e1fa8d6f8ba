import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { FirstSteps } from './first-steps.tsx';

withFakeServer();

/** What the two lists tell: only these figures are looked at. */
function answers({ made, published }: { made: number; published: number }): void {
  signIn();
  const overview = {
    totalGenerations: made,
    inTrash: 0,
    completedGenerations: made,
    failedGenerations: 0,
    thisMonth: made,
    successRate: 100,
    totalDownloads: 0,
  };
  server.reply(dashboardHttp.overview, { success: true, dashboard: { overview } });
  server.reply(galleryHttp.own, {
    success: true,
    items: [],
    total: published,
    pagination: { page: 1, limit: 1, total: published, pages: published },
  });
}

const open = (emailVerified: boolean) => show(<FirstSteps user={{ email: 'mira@example.org', emailVerified }} />);
const stepOf = (name: string) => screen.getByText(name).closest('li')!;

test('a newcomer is led to what is not done yet', async () => {
  answers({ made: 1, published: 0 });
  open(false);
  await screen.findByRole('region', { name: 'Your first steps' });
  expect(screen.getByRole('link', { name: 'Verify your email' }).getAttribute('href')).toBe('/profile');
  expect(within(stepOf('Make your first picture')).getByRole('img', { name: 'Done' })).toBeTruthy();
  expect(within(stepOf('Show one to everyone')).getByRole('img', { name: 'To do' })).toBeTruthy();
  expect(screen.getByText(/mailed to mira@example\.org/)).toBeTruthy();
});

test('once all is done they are gone', async () => {
  answers({ made: 3, published: 1 });
  open(true);
  await vi.waitFor(() => expect(server.callsOf(galleryHttp.own)).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});
