import type { KnownProvider } from '@easel/contracts/providers/policy';
import { providersHttp } from '@easel/contracts/providers/http';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLiveForm } from '../../lib/live-form.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { problems } from '@easel/contracts/kernel/problem';
import { button, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { providersReply, sampleProvider } from '../providers/testing/sample-providers.ts';
import { generatorCheck, initialForm, type GeneratorForm } from './generator-form.ts';
import { SettingsForm } from './settings-form.tsx';
import { StudioTools } from './studio-tools.tsx';

withFakeServer();

const onOrder = vi.fn<(values: GeneratorForm) => void>();
beforeEach(() => onOrder.mockClear());

function Sheet({ changes }: { changes: Partial<GeneratorForm> }) {
  const form = useLiveForm<GeneratorForm>({
    check: generatorCheck,
    defaultValues: { ...initialForm(undefined), prompt: 'an owl reading a book', ...changes },
  });
  return (
    <>
      <StudioTools form={form} onApply={() => {}} />
      <SettingsForm
        form={form}
        funds={{ credits: 100, imagesLeft: null }}
        onApply={() => {}}
        onOrder={(values) => onOrder(values)}
      />
    </>
  );
}

/** Renders the studio with these providers in addition to the built-in renderer. */
const open = (providers: readonly KnownProvider[], changes: Partial<GeneratorForm> = {}) => {
  server.reply(providersHttp.known, providersReply(providers));
  return show(<Sheet changes={changes} />);
};
/** Opens a popover as the browser does. */
const openPanel = (name: string) =>
  fireEvent(screen.getByLabelText(name), Object.assign(new Event('beforetoggle'), { newState: 'open' }));
const madeBy = () => screen.findByLabelText('Made by');
const described = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

describe('the choice of a provider', () => {
  test('is hidden when only the built-in renderer is available, or providers could not be loaded', async () => {
    server.refuse(providersHttp.known, problems.forbidden);
    const user = show(<Sheet changes={{}} />);
    await waitFor(() => expect(server.callsOf(providersHttp.known)).toHaveLength(1));
    expect(button('Enhance')).toBeTruthy();
    expect(screen.queryByLabelText('Made by')).toBeNull();
    expect(screen.queryByText('Reference pictures')).toBeNull();
    await user.click(button(/^Generate/));
    await waitFor(() => expect(onOrder).toHaveBeenCalledOnce());
  });

  test('is automatic until the member chooses, and shows the provider and its waiting time', async () => {
    const user = open([
      sampleProvider({ expectedMs: { '1k': 11_400 } }),
      sampleProvider({ name: 'press', label: 'Press', factor: 2 }),
    ]);
    expect(described(await madeBy())).toBe('Made by Painter, in about 15 s.');
    expect(screen.getByRole('option', { name: 'Automatic: Painter' })).toBeTruthy();
    await user.selectOptions(await madeBy(), 'press');
    expect(described(await madeBy())).toBe('Made by Press. Its pictures cost 2 times the usual price.');
    expect(screen.getByTestId('price').textContent).toBe('10 credits');
    await user.click(button(/^Generate/));
    await waitFor(() => expect(onOrder.mock.calls[0]?.[0]).toMatchObject({ provider: 'press' }));
  });

  test('explains the built-in renderer, and interprets the prompt only for it', async () => {
    const user = open([sampleProvider()]);
    await madeBy();
    expect(screen.queryByRole('button', { name: 'Enhance' })).toBeNull();
    expect(screen.queryByText(/^Will be drawn/)).toBeNull();
    expect(screen.getByRole('option', { name: 'The built-in renderer' })).toBeTruthy();
    await user.selectOptions(await madeBy(), 'procedural');
    expect(described(await madeBy())).toMatch(/^Made by the built-in renderer\. It is a demonstration/);
    expect(button('Enhance')).toBeTruthy();
    expect(await screen.findByText(/^Will be drawn: owl/)).toBeTruthy();
  });
});

describe('unsupported settings', () => {
  test('are disabled with the reason: settings, negative prompt and seed', async () => {
    const label = 'Painter has no such setting';
    const user = open([
      sampleProvider({ seeds: false, negativePrompt: false, ignored: { raw_mode: label, model: label } }),
    ]);
    await madeBy();
    await user.click(screen.getByText('Advanced'));
    await screen.findByText('Not used by Painter');
    expect(screen.getByText('Any style')).toBeTruthy();
    const reasons = {
      'Negative prompt': 'Painter takes no negative prompt',
      Seed: 'Painter has no seeds: the same request makes another picture',
      'Raw mode': label,
      Model: label,
    };
    openPanel('Model and style');
    await screen.findByLabelText('Model');
    for (const [name, reason] of Object.entries(reasons)) {
      const fieldset = screen
        .getByLabelText(name === 'Model' ? name : new RegExp(`^${name}`))
        .closest<HTMLElement>('fieldset:disabled');
      expect(fieldset && described(fieldset)).toBe(reason);
    }
    const heeded = screen.getByLabelText(/^Creative detailing/);
    expect(heeded.closest('fieldset:disabled')).toBeNull();
  });

  test('are disabled with the reason: shapes and T-shirts', async () => {
    open([sampleProvider({ ratios: ['square_1_1'], transparent: false })]);
    await madeBy();
    const tshirt = screen.getByRole('radio', { name: 'T-shirt' });
    expect(tshirt).toHaveProperty('disabled', true);
    expect(described(tshirt)).toBe('No T-shirts: Painter cannot make a transparent background');
    openPanel('Shape');
    const wide = await screen.findByRole('radio', { name: 'Widescreen (16:9)' });
    expect(wide).toHaveProperty('disabled', true);
    expect(described(wide)).toBe('Greyed: Painter does not make this shape');
    expect(screen.getByRole('radio', { name: 'Square (1:1)' })).toHaveProperty('disabled', false);
  });

  test('stay enabled when another provider supports them and the choice is automatic', async () => {
    open([sampleProvider({ transparent: false }), sampleProvider({ name: 'press', label: 'Press', factor: 3 })]);
    await madeBy();
    expect(screen.getByRole('radio', { name: 'T-shirt' })).toHaveProperty('disabled', false);
  });

  test('show before paying that a resolution will be enlarged', async () => {
    const user = open([sampleProvider({ sizes: { kind: 'listed', sizes: [{ width: 1024, height: 1024 }] } })]);
    await madeBy();
    expect(screen.queryByText(/^Enlarged/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: '4K, enlarged from 1024 × 1024 px' }));
    expect(screen.getByText('Enlarged from 1024 × 1024 px')).toBeTruthy();
  });
});

/** Finds the line above the button; the selected option has the same text. */
const refusalLine = (reason: string) => screen.findByText(reason, { selector: 'summary > span' });

describe('before paying', () => {
  test('names a failing provider, and offers others', async () => {
    const failing = { state: 'failing', reason: 'unreachable', until: '2026-11-30T12:00:00.000Z' } as const;
    const user = open([sampleProvider({ availability: failing })]);
    const line = await refusalLine('Painter does not answer');
    expect(button(/^Generate/)).toHaveProperty('disabled', true);
    expect(screen.getByText('Nothing is charged. You can wait, or choose another provider.')).toBeTruthy();
    await user.click(screen.getByLabelText(/^Prompt/));
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.click(line);
    await user.click(button('Use the built-in renderer'));
    expect(screen.queryByText(/^Painter does not answer/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button(/^Generate/)));
    expect(onOrder).not.toHaveBeenCalled();
    await user.click(button(/^Generate/));
    await waitFor(() => expect(onOrder.mock.calls[0]?.[0]).toMatchObject({ provider: 'procedural' }));
  });

  test('marks paused and unavailable providers in the list', async () => {
    const paused = { state: 'paused', reason: 'Too dear' } as const;
    open([sampleProvider({ availability: paused })], { provider: 'gone' });
    expect(await refusalLine('The chosen provider is no longer available')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Painter (paused)' })).toBeTruthy();
    expect(screen.getByRole('option', { name: 'gone (no longer available)' })).toBeTruthy();
  });

  test('explains what to change when no provider can make the order', async () => {
    const references = ['a', 'b'].map((name) => ({
      kind: 'image' as const,
      generation_id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
      id: `6d7c1b1e-2222-4c3f-9a55-00000000000${name}`,
      name: `Picture ${name}`,
      thumbnail_url: `/api/images/auth/${name}-thumb.webp`,
      width: 1024,
      height: 1024,
      thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    }));
    const user = open([sampleProvider({ references: 1 })], { references });
    expect(await refusalLine('Painter takes at most 1 reference picture')).toBeTruthy();
    expect(screen.getByText(/^Nothing is charged\. Change the settings/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Remove: Picture b' }));
    await waitFor(() => expect(button(/^Generate/)).toHaveProperty('disabled', false));
  });
});
