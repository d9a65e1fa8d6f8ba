import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import { failureReasons } from '@easel/contracts/generation/policy';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FormChanges } from '../features/generation/form-sources.ts';
import { initialForm, ordersOf } from '../features/generation/generator-form.ts';
import type { Job, JobList } from '../features/generation/job-list.ts';
import type { JobActions } from '../features/generation/jobs.ts';
import type { ImageToolsProps, ResultTools } from '../features/generation/result-deeds.ts';
import { ResultPanel } from '../features/generation/result-panel.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { failureText } from '../features/images/failure-words.ts';
import Beginnings from '../features/public-gallery/beginnings.tsx';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { ImageTools, SheetTools } from './result-tools.tsx';

withFakeServer();
const onReuse = vi.fn<(changes: FormChanges, message: string) => void>();
const onInspire = vi.fn<(prompt: string) => void>();
const open = vi.fn<ResultTools['open']>();
const agree = vi.fn<(job: Job) => void>();
const reprice = vi.fn<JobActions['reprice']>();
const withdraw = vi.fn<JobActions['withdraw']>();
const dismiss = vi.fn<(job: Job) => void>();
const nothing = () => {};
const actions: JobActions = {
  order: nothing,
  again: nothing,
  agree,
  reprice,
  withdraw,
  retried: nothing,
  adopt: nothing,
  resume: nothing,
  dismiss,
};
beforeEach(() => {
  signIn();
  vi.resetAllMocks();
  // Nothing is laid out here: rows would have no room.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
});

const picture = (n: number, original_prompt: string, changes: Partial<Generation> = {}): Generation =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`,
    original_prompt,
    status: 'completed',
    created_at: new Date(Date.now() - n * 60_000).toISOString(),
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
    ...changes,
  });
const [fox, owl, sea] = [picture(1, 'A fox'), picture(2, 'An owl'), picture(3, 'A sea')];

const work = (...generations: Generation[]) =>
  server.reply(generationHttp.list, {
    success: true,
    generations,
    pagination: { page: 1, limit: 24, pages: 1, total: generations.length },
  });
const panel = (jobs: JobList = [], tools: Partial<ResultTools> = {}) => (
  <ResultPanel
    jobs={jobs}
    actions={actions}
    tools={{ ImageTools, SheetTools, open, ...tools }}
    inspiration={<Beginnings />}
    onReuse={onReuse}
    onInspire={onInspire}
  />
);
const job = (prompt: string, phase: Job['phase']): Job => ({
  key: prompt,
  request: prompt,
  order: ordersOf({ ...initialForm(undefined), prompt })[0] ?? null,
  variantOf: null,
  submittedAtMs: Date.now(),
  phase,
});
const card = (name: string) => screen.findByRole('article', { name });

describe('the work', () => {
  test('says that it comes, and that it could not be read', async () => {
    server.refuse(generationHttp.list, problems.forbidden);
    const user = show(panel());
    await screen.findByText('This could not be loaded');
    work(fox);
    await user.click(button('Try again'));
    expect(await card('A fox')).toBeTruthy();
  });

  test('of somebody new is what others made, each a way to begin', async () => {
    work();
    server.reply(galleryHttp.public, {
      success: true,
      items: [picture(9, 'Pastel dunes')],
      total: 1,
      pagination: { page: 1, limit: 20, pages: 1, total: 1 },
      nextCursor: null,
    });
    const user = show(panel());
    const begin = await screen.findByRole('link', { name: 'Begin with: Pastel dunes' });
    expect(begin.getAttribute('href')).toBe('/generator?remix=6d7c1b1e-1111-4c3f-9a55-000000000009');
    await user.click(within(screen.getByRole('list', { name: 'Inspiration' })).getAllByRole('button')[0] ?? begin);
    expect(onInspire).toHaveBeenCalledOnce();
    await user.click(button('Your work'));
    expect(await screen.findByText('What you make appears here.')).toBeTruthy();
  });

  test('is there with what can be done with each picture', async () => {
    work(fox, owl);
    const user = show(panel());
    const first = within(await card('A fox'));
    await user.click(first.getByRole('button', { name: 'Open image 1 of 1' }));
    expect(open).toHaveBeenCalledWith({ generation: fox, variantIndex: 0 });
    await user.click(first.getByRole('button', { name: 'Use these settings' }));
    expect(onReuse).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'A fox', seed: '7' }), expect.any(String));
    expect(screen.getByRole('link', { name: 'All of it is in your gallery' })).toBeTruthy();
  });

  test('of a batch is on one sheet, in the order in which it was asked for', async () => {
    const batch_id = '6d7c1b1e-3333-4c3f-9a55-000000000001';
    work(sea, { ...owl, batch_id }, { ...picture(4, 'A hare'), batch_id });
    show(panel());
    const sheet = within(await screen.findByRole('region', { name: 'Batch of 2 prompts' }));
    expect(sheet.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(['A hare', 'An owl']);
    expect(sheet.getByText('All done')).toBeTruthy();
    expect(sheet.getByRole('button', { name: 'Download all' })).toBeTruthy();
  });

  test('a later variant bears its own words, and gives them to the form', async () => {
    const later = { ...sampleVariant('v8'), seed: 9, prompt: 'A fox at night', resolution: '4k' };
    work({ ...fox, variant_count: 2, variants: [sampleVariant('v1'), later] });
    const user = show(panel());
    const sheet = within(await card('A fox'));
    expect(sheet.getByText('A fox at night · 4K')).toBeTruthy();
    await user.click(sheet.getAllByRole('button', { name: 'Use these settings' })[1] ?? document.body);
    const settings = { prompt: 'A fox at night', resolution: '4k', seed: '9' };
    expect(onReuse).toHaveBeenCalledWith(expect.objectContaining(settings), expect.any(String));
  });

  test('two pictures are compared by what they differ in', async () => {
    work(fox, owl);
    const Compare = ({ onCompare }: ImageToolsProps) => <button onClick={onCompare}>Compare</button>;
    const user = show(panel([], { ImageTools: Compare }));
    await user.click(within(await card('A fox')).getByRole('button', { name: 'Compare' }));
    expect(await screen.findByText('Choose the picture to compare it with.')).toBeTruthy();
    await user.click(button('Compare with image 1 of 1: An owl'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Compare' }));
    expect(dialog.getByRole('row', { name: 'Prompt A fox An owl' })).toBeTruthy();
    expect(dialog.getByText('1 difference')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Choose the picture to compare it with.')).toBeNull());
  });
});

describe('an order', () => {
  test('has its place from the press of the button', async () => {
    work();
    show(panel([job('A whale', { name: 'sending' })]));
    expect(within(await card('A whale')).getByText('Sending')).toBeTruthy();
    expect(await screen.findByText('1 order under way')).toBeTruthy();
  });

  test('that came to nothing says so, can be tried again, and goes', async () => {
    work();
    const gone = sampleGeneration({ id: '6d7c1b1e-1111-4c3f-9a55-000000000007', status: 'failed' });
    server.reply(generationHttp.one, { success: true, generation: gone });
    const failed = job('A whale', { name: 'accepted', id: gone.id });
    const user = show(panel([failed]));
    const whale = within(await card('A whale'));
    expect(await whale.findByText(`${generationProblems.failed.message}. Its credits are yours again.`)).toBeTruthy();
    expect(await whale.findByRole('button', { name: 'Try again' })).toBeTruthy();
    await user.click(whale.getByRole('button', { name: 'Remove from this list' }));
    expect(dismiss).toHaveBeenCalledWith(failed);
  });
});

test.each(failureReasons)('an order that failed for %s says so, and what can be done', async (failure) => {
  work();
  const gone = sampleGeneration({ id: '6d7c1b1e-1111-4c3f-9a55-000000000007', status: 'failed', failure });
  server.reply(generationHttp.one, { success: true, generation: gone });
  show(panel([job('A whale', { name: 'accepted', id: gone.id })]));
  expect(await within(await card('A whale')).findByText(failureText(failure))).toBeTruthy();
});

describe('an order that is not understood', () => {
  const error = new ApiError('http', 'Not known', {
    status: 409,
    code: generationProblems.notUnderstood.code,
    body: { drawn: ['fox'], instead: [], missing: ['typewriter'] },
  });
  const asked = job('A typewriter and a fox', { name: 'refused', error });

  test('says on its card what would be drawn, and is drawn once the member agrees', async () => {
    work();
    const user = show(panel([asked]));
    const own = within(await card('A typewriter and a fox'));
    own.getByText('Easel’s built-in renderer does not know: typewriter. It would draw fox instead.');
    await user.click(own.getByRole('button', { name: 'Draw it anyway' }));
    expect(agree).toHaveBeenCalledWith(asked);
  });

  test('goes back into the form to be changed', async () => {
    work();
    withdraw.mockReturnValue(asked.order ? [asked.order] : []);
    const user = show(panel([asked]));
    await user.click(within(await card('A typewriter and a fox')).getByRole('button', { name: 'Change the prompt' }));
    expect(withdraw).toHaveBeenCalledWith(asked);
    expect(onReuse).toHaveBeenCalledWith(
      expect.objectContaining({ prompt: 'A typewriter and a fox', several: false }),
      expect.any(String),
    );
  });

  test('asks as well where a failed one is tried again', async () => {
    const failed = picture(4, 'A typewriter and a fox', { status: 'failed', variants: [], variant_count: 0 });
    work();
    server.reply(generationHttp.one, { success: true, generation: failed });
    server.refuse(generationHttp.retry, generationProblems.notUnderstood, [], { ...(error.body as object) });
    const user = show(panel([job('A typewriter and a fox', { name: 'accepted', id: failed.id })]));
    const own = within(await card('A typewriter and a fox'));
    await user.click(await own.findByRole('button', { name: 'Try again' }));
    await own.findByText('Easel’s built-in renderer does not know: typewriter. It would draw fox instead.');
    server.reply(generationHttp.retry, {
      success: true,
      generation: { id: picture(5, '').id, status: 'queued' },
      credits: { charged: 5, balance: 45 },
    });
    await user.click(own.getByRole('button', { name: 'Draw it anyway' }));
    await vi.waitFor(() => expect(server.callsOf(generationHttp.retry).at(-1)?.body).toEqual({ agreed: true }));
  });
});

test('an order whose price has changed is asked about on its card', async () => {
  work();
  const body = { expected: 7.5 };
  const error = new ApiError('http', 'The price', { status: 409, code: 'providers.price_changed', body });
  const refused = job('A whale', { name: 'refused', error });
  withdraw.mockReturnValue(refused.order ? [refused.order] : []);
  const user = show(panel([refused]));
  const own = within(await card('A whale'));
  own.getByText('The price has changed to 7.5 credits. Nothing was charged.');
  await user.click(await own.findByRole('button', { name: 'Make it for 7.5 credits' }));
  expect(reprice).toHaveBeenCalledWith(refused, 7.5);
  await user.click(own.getByRole('button', { name: 'Change the order' }));
  expect(onReuse).toHaveBeenCalledWith(expect.objectContaining({ prompt: 'A whale' }), expect.any(String));
});
