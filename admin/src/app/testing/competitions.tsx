import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { useRouterProvider } from 'react-admin';
import CompetitionShow from '../../features/competitions/competition-show.tsx';
import { replyList, server, show } from './screen.tsx';

export const competitionId = '7d7c1b1e-1111-4c3f-9a55-000000000001';

export const challenge = (changes: Partial<CompetitionRecord> = {}): CompetitionRecord => ({
  id: competitionId,
  kind: 'tshirt',
  month: '2020-11',
  theme: 'Tides',
  description: 'The sea in one colour.',
  state: 'closed',
  opens_at: '2020-11-01T00:00:00.000Z',
  closes_at: '2020-12-01T00:00:00.000Z',
  announced_from: '2020-12-15T00:00:00.000Z',
  entries: 3,
  proceeds: 90,
  shared: null,
  kept: null,
  proposed: null,
  confirmed_by: null,
  announced_at: null,
  ...changes,
});

export const entry = (number: number, changes: object = {}) => ({
  id: `8d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  member_id: `1d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  generation_id: `3d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  variant_id: `4d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  submitted_at: `2020-11-0${number}T12:00:00.000Z`,
  status: 'entered' as const,
  reason: '',
  proceeds: 0,
  buyers: 0,
  place: null,
  share: 0,
  prize: 0,
  prize_credits: 0,
  ...changes,
});

/** Two that sold something, the second to one buyer only, and one that sold nothing. */
export const entries = [
  entry(1, { proceeds: 60, buyers: 2 }),
  entry(2, { proceeds: 30, buyers: 1 }),
  entry(3),
] as const;

/** By react-admin's own router, which has its place in the hash. */
function Page() {
  const { Route, Routes } = useRouterProvider();
  return (
    <Routes>
      <Route path="/competitions/:id/show" element={<CompetitionShow />} />
    </Routes>
  );
}

export const openChallengePage = (id: string) => {
  window.location.hash = `#/competitions/${id}/show`;
  return show(<Page />, { resource: 'competitions' });
};

export const openChallenge = (shown: CompetitionRecord, rows: readonly object[] = entries) => {
  server.reply(competitionsConsoleHttp.one, shown);
  replyList('entries', rows);
  return openChallengePage(shown.id);
};
