import { generationHttp } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { generationQuery } from './generations.ts';
import { followJobs } from './live.ts';
import { sampleGeneration, sampleLiveJob, sampleVariant } from './testing/sample-generation.ts';

withFakeServer();

const made = sampleGeneration({ status: 'completed', variant_count: 1, variants: [sampleVariant('v1')] });

/** Shows how many pictures a generation has, while the stream announces this end; returns how often it was read. */
async function shownAfter(end: LiveJob, words: string): Promise<number> {
  const stream = new TransformStream<Uint8Array, Uint8Array>();
  const client = createQueryClient();
  signIn();
  server.reply(generationHttp.one, () => ({
    success: true as const,
    generation: server.callsOf(generationHttp.one).length > 1 ? made : sampleGeneration({ status: 'processing' }),
  }));
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input === generationHttp.live.path ? Promise.resolve(new Response(stream.readable)) : server.fetch(input, init),
  );
  const heard = vi.fn<(job: LiveJob) => void>();
  function Screen() {
    const { data } = useQuery({ ...generationQuery(made.id, end), refetchInterval: false });
    useEffect(() => followJobs(client, heard), []);
    return <p>{data && `${data.generation.status}: ${data.generation.variants.length} pictures`}</p>;
  }
  show(<Screen />, { client });
  await screen.findByText('processing: 0 pictures');
  const text = `id: 7\nevent: job\ndata: ${JSON.stringify(end)}\n\n`;
  await stream.writable.getWriter().write(new TextEncoder().encode(text));
  await screen.findByText(words);
  expect(heard).toHaveBeenCalledWith(end);
  return server.callsOf(generationHttp.one).length;
}

test('shows the picture that comes with the news of its end without reading anything', async () => {
  const end = sampleLiveJob({ status: 'completed', done: 1, generation: made });
  expect(await shownAfter(end, 'completed: 1 pictures')).toBe(1);
});

test('reads a generation of which only the end is announced', async () => {
  const end = sampleLiveJob({ status: 'completed', done: 1 });
  expect(await shownAfter(end, 'completed: 1 pictures')).toBe(2);
});
