import { problems } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration } from '../generation/testing/sample-generation.ts';
import { Related } from './related.tsx';

withFakeServer();

const fox = sampleGeneration({ original_prompt: 'A fox' });
const shown = () =>
  show(
    <Related
      generation={fox}
      grid={(label, found) => <p>{`${label}: ${found.map((one) => one.original_prompt).join()}`}</p>}
    />,
  );

test('pictures to go on to stand under their heading', async () => {
  const wolf = { ...fox, original_prompt: 'A wolf', prompt: 'A wolf', imageUrl: '/i.webp' };
  server.reply(searchHttp.related, { success: true as const, results: [wolf] });
  shown();
  expect(await screen.findByRole('region', { name: 'Related pictures' })).toBeTruthy();
  expect(screen.getByText('Related pictures: A wolf')).toBeTruthy();
});

test.each([
  ['there are none', () => server.reply(searchHttp.related, { success: true as const, results: [] })],
  ['they cannot be read', () => server.refuse(searchHttp.related, problems.tooMany)],
])('where %s, nothing is said', async (_, answer) => {
  answer();
  shown();
  await waitFor(() => expect(server.callsOf(searchHttp.related)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
