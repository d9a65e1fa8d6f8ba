import { accountHttp } from '@easel/contracts/account/http';
import { generationHttp } from '@easel/contracts/generation/http';
import type { KnownProvider } from '@easel/contracts/providers/policy';
import { providersHttp } from '@easel/contracts/providers/http';
import { providerProblems } from '@easel/contracts/providers/problems';
import { uploadsHttp } from '@easel/contracts/uploads/http';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { broughtReference } from '../features/images/brought-reference.ts';
import { providersReply, sampleProvider } from '../features/providers/testing/sample-providers.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';

withFakeServer();

const variantId = '6d7c1b1e-2222-4c3f-9a55-000000000001';
const picture = sampleGeneration({
  original_prompt: 'An owl',
  status: 'completed',
  variant_count: 1,
  variants: [{ ...sampleVariant(variantId), seed: 7, revised_prompt: 'An owl that reads by a lamp', enlarged: true }],
  metadata: { ...sampleGeneration().metadata, provider: 'painter' },
});
const accepted = {
  success: true as const,
  message: 'Creating variant...',
  variantId: 'v',
  generationId: 'g',
  credits: { charged: 10, balance: 40 },
};

beforeEach(() => {
  signIn();
  broughtReference.set(null);
  server
    .reply(accountHttp.balance, { success: true, balance: 0, credits: 50, held: 0 })
    .reply(generationHttp.one, { success: true, generation: picture })
    .reply(generationHttp.createVariant, accepted);
});

const open = (providers: readonly KnownProvider[]) => {
  server.reply(providersHttp.known, providersReply(providers));
  return show(
    <ImageViewer
      generations={[picture]}
      shown={picture.id}
      onShow={() => {}}
      onClose={() => {}}
      onDeleted={() => {}}
    />,
  );
};
const press = async (user: ReturnType<typeof open>, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const sent = () => server.callsOf(generationHttp.createVariant).map(({ body }) => body);

describe('the viewer of the member’s own picture', () => {
  test('offers only edits that a provider supports', async () => {
    open([sampleProvider({ edits: false, references: 0 })]);
    expect(await screen.findByText('Painter')).toBeTruthy();
    for (const name of ['More like this', 'Replace a part…', 'Extend…', 'Use as a reference']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test('shows its provider, the rewritten prompt, and that it was enlarged', async () => {
    open([sampleProvider({ seeds: false })]);
    const madeBy = await screen.findByText('Made by');
    expect(madeBy.parentElement?.textContent).toBe('Made byPainter');
    expect(screen.getByText('Rewritten prompt').parentElement?.textContent).toContain('reads by a lamp');
    expect(screen.getByText(/px, enlarged$/)).toBeTruthy();
    expect(screen.queryByText('Seed')).toBeNull();
  });

  test('opens the studio with the picture as a reference', async () => {
    const user = open([sampleProvider()]);
    await press(user, 'Use as a reference');
    expect(await screen.findByText('at /generator')).toBeTruthy();
    expect(broughtReference.get()).toMatchObject({ kind: 'image', id: variantId, name: 'An owl' });
  });
});

describe('more like this', () => {
  test('orders a subtle or strong variation at the shown price', async () => {
    const user = open([sampleProvider({ factor: 2 })]);
    await press(user, 'More like this');
    await user.click(await screen.findByRole('radio', { name: 'Strong' }));
    expect(screen.getByText('Made by Painter')).toBeTruthy();
    await press(user, 'Make it for 10 credits');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'More like this' })).toBeNull());
    expect(sent()).toEqual([
      {
        prompt: 'An owl',
        resolution: '1k',
        similar: 'strong',
        variant_id: variantId,
        provider: 'painter',
        expected_credits: 10,
      },
    ]);
  });

  test('asks again when the price has changed', async () => {
    server.refuse(generationHttp.createVariant, providerProblems.priceChanged, [], { expected: 12 });
    const user = open([sampleProvider()]);
    await press(user, 'More like this');
    await press(user, 'Make it for 5 credits');
    expect(await screen.findByText('The price has changed to 12 credits. Nothing was charged.')).toBeTruthy();
    server.reply(generationHttp.createVariant, accepted);
    await press(user, 'Make it for 12 credits');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toMatchObject({ expected_credits: 12 });
  });

  test('shows how many credits are missing, and where to get them', async () => {
    server.reply(accountHttp.balance, { success: true, balance: 0, credits: 3, held: 0 });
    const user = open([sampleProvider()]);
    await press(user, 'More like this');
    expect(await screen.findByText('You are 2 credits short.')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Get credits' }));
    expect(await screen.findByText('at /pricing')).toBeTruthy();
  });

  test('shows no missing credits to a member who has enough', async () => {
    const user = open([sampleProvider()]);
    await press(user, 'More like this');
    await waitFor(() => expect(server.callsOf(accountHttp.balance)).toHaveLength(1));
    await screen.findByText('Made by Painter');
    expect(screen.queryByRole('link', { name: 'Get credits' })).toBeNull();
  });

  test('orders nothing from a paused provider', async () => {
    const user = open([sampleProvider({ availability: { state: 'paused', reason: 'Too dear' } })]);
    await press(user, 'More like this');
    expect(await screen.findByText('Painter is paused. Nothing is charged.')).toBeTruthy();
    expect(button(/^Make it for/)).toHaveProperty('disabled', true);
  });

  test('uses another provider that takes references, and never the built-in renderer', async () => {
    const user = open([sampleProvider({ references: 0 }), sampleProvider({ name: 'press', label: 'Press' })]);
    await press(user, 'More like this');
    expect(await screen.findByText('Made by Press')).toBeTruthy();
  });
});

test('extends a picture to the chosen shape, after a preview of it', async () => {
  const user = open([sampleProvider({ ratios: ['square_1_1', 'widescreen_16_9'] })]);
  await press(user, 'Extend…');
  const shape = await screen.findByLabelText('Shape');
  expect(shape).toHaveProperty('value', 'square_1_1');
  expect(screen.queryByRole('option', { name: 'Widescreen (16:9)' })).toBeNull();
  expect(screen.getByRole('option', { name: 'Portrait (2:3)' })).toHaveProperty('disabled', true);
  expect(screen.getByText('The hatched parts above and below will be painted.')).toBeTruthy();
  await press(user, 'Make it for 5 credits');
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ edit: { kind: 'extend' }, aspect_ratio: 'square_1_1', variant_id: variantId });
});

describe('replacing a part', () => {
  const filled = vi.fn<(x: number, y: number, width: number, height: number) => void>();
  beforeEach(() => {
    filled.mockClear();
    const context = { fillRect: filled, clearRect() {}, beginPath() {}, moveTo() {}, lineTo() {}, stroke() {} };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
      done(new Blob(['png'], { type: 'image/png' })),
    );
    server.reply(uploadsHttp.send, {
      success: true,
      upload: {
        id: '6d7c1b1e-4444-4c3f-9a55-000000000001',
        file_name: '',
        width: 1024,
        height: 576,
        thumbhash: '',
        preview_url: '',
        thumbnail_url: '',
        uploaded_at: '2026-11-30T12:00:00.000Z',
      },
    });
  });

  test('marks a rectangle by numbers, and uploads the mask before the order', async () => {
    const user = open([sampleProvider()]);
    await press(user, 'Replace a part…');
    await user.type(await screen.findByLabelText('What should be there instead'), 'A cup of tea');
    expect(screen.getByText('Please paint over the part to change')).toBeTruthy();
    expect(button(/^Make it for/)).toHaveProperty('disabled', true);
    await user.click(screen.getByText('Mark a rectangle by numbers'));
    fireEvent.change(screen.getByLabelText('Left (%)'), { target: { value: '0' } });
    await press(user, 'Mark the rectangle');
    expect(screen.getByText('25 % is marked')).toBeTruthy();
    await press(user, 'Undo');
    expect(screen.getByText('Nothing is marked yet')).toBeTruthy();
    await press(user, 'Mark the rectangle');
    await press(user, 'Make it for 5 credits');
    await waitFor(() => expect(sent()).toHaveLength(1));
    // The mask is black except for the marked area, which is white.
    expect(filled).toHaveBeenCalledWith(0, 0, 1024, 576);
    expect(filled).toHaveBeenLastCalledWith(0, 144, 512, 288);
    expect(server.callsOf(uploadsHttp.send)[0]?.query).toMatchObject({ purpose: 'mask' });
    expect(sent()[0]).toMatchObject({
      prompt: 'A cup of tea',
      edit: { kind: 'replace', mask: '6d7c1b1e-4444-4c3f-9a55-000000000001' },
      variant_id: variantId,
    });
  });

  test('paints and erases with the brush, and clears the mask', async () => {
    const user = open([sampleProvider()]);
    await press(user, 'Replace a part…');
    await screen.findByText('Nothing is marked yet');
    // An untouched form shows no errors.
    expect(screen.getByLabelText('What should be there instead').getAttribute('aria-invalid')).not.toBe('true');
    const canvas = document.querySelector('canvas') ?? document.body;
    canvas.setPointerCapture = () => {};
    vi.spyOn(canvas, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 562));
    const stroke = (from: number, to: number) => {
      fireEvent.pointerDown(canvas, { clientX: from, clientY: 281, button: 0 });
      // Browsers send several events between two renders.
      act(() => {
        fireEvent.pointerMove(canvas, { clientX: (from + to) / 2, clientY: 100 });
        fireEvent.pointerMove(canvas, { clientX: to, clientY: 281 });
        fireEvent.pointerUp(canvas);
      });
    };
    stroke(100, 900);
    const painted = await screen.findByText(/^\d+ % is marked$/);
    expect(Number.parseInt(painted.textContent ?? '', 10)).toBeGreaterThan(3);
    await user.click(screen.getByRole('radio', { name: 'Erase' }));
    fireEvent.change(screen.getByLabelText('Brush size'), { target: { value: '20' } });
    stroke(50, 950);
    expect(await screen.findByText('Less than 1 % is marked')).toBeTruthy();
    await press(user, 'Clear');
    expect(screen.getByText('Nothing is marked yet')).toBeTruthy();
  });
});
