import { PROMPT_MAX } from '@easel/contracts/generation/policy';
import { fireEvent, screen } from '@testing-library/react';
import { useLiveForm } from '../../lib/live-form.ts';
import { expect, test, vi } from 'vitest';
import { button, complaintOf, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { generatorCheck, initialForm, type GeneratorForm, type Mode } from './generator-form.ts';
import type { Funds } from './order-price.ts';
import { SettingsForm } from './settings-form.tsx';

withFakeServer();

const onOrder = vi.fn<(values: GeneratorForm) => void>();

function Sheet({ funds }: { funds: Funds }) {
  const form = useLiveForm<GeneratorForm>({ check: generatorCheck, defaultValues: initialForm(undefined) });
  return <SettingsForm form={form} funds={funds} onApply={() => {}} onOrder={(values) => onOrder(values)} />;
}

/** Where ideas go back into the form. */
function Applying({ mode = 'image' }: { mode?: Mode }) {
  const form = useLiveForm<GeneratorForm>({
    check: generatorCheck,
    defaultValues: { ...initialForm(undefined), mode },
  });
  return (
    <SettingsForm
      form={form}
      funds={{ credits: 100, imagesLeft: null }}
      onApply={(changes) => form.reset({ ...form.getValues(), ...changes })}
      onOrder={(values) => onOrder(values)}
    />
  );
}

const open = (funds: Partial<Funds> = {}) => {
  onOrder.mockClear();
  return show(<Sheet funds={{ credits: 100, imagesLeft: null, ...funds }} />);
};

test('without a prompt nothing is ordered', async () => {
  const user = open();
  await user.click(button(/^Generate/));
  expect(await screen.findByText('Please enter a prompt')).toBeTruthy();
  expect(complaintOf(/^Prompt/)).toContain('Please enter a prompt');
  expect(onOrder).not.toHaveBeenCalled();
});

test('a prompt that is too long is refused, and counted', async () => {
  const user = open();
  fireEvent.change(screen.getByLabelText(/^Prompt/), { target: { value: 'x'.repeat(PROMPT_MAX + 1) } });
  await user.click(button(/^Generate/));
  expect(await screen.findByText(`At most ${PROMPT_MAX} characters`)).toBeTruthy();
  expect(screen.getByText(`${PROMPT_MAX + 1} / ${PROMPT_MAX}`)).toBeTruthy();
});

test('the price and what is left follow the number of images', async () => {
  const user = open();
  const before = screen.getByTestId('price').textContent;
  await user.click(screen.getByRole('radio', { name: '4' }));
  expect(screen.getByTestId('price').textContent).not.toBe(before);
  expect(screen.getByText(/^4 images of/)).toBeTruthy();
  expect(screen.getByText(/^Leaves /)).toBeTruthy();
});

test('who has too few credits is told how many are short, and where to get some', () => {
  open({ credits: 1 });
  expect(screen.getByText(/short/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Get credits' }).getAttribute('href')).toBe('/pricing');
});

test('a month that is used up says so', () => {
  open({ imagesLeft: 0 });
  expect(screen.getByText(/Monthly generation limit reached/)).toBeTruthy();
});

test('several prompts, one a line, are ordered at once; the wrong line is named', async () => {
  const user = open();
  await user.click(screen.getByRole('switch', { name: /^Batch/ }));
  await user.type(screen.getByLabelText(/^Prompts, one a line/), 'A fox{Enter}An owl');
  expect(button(/^Generate 2 prompts/)).toBeTruthy();
  await user.click(button(/^Generate 2 prompts/));
  await vi.waitFor(() => expect(onOrder).toHaveBeenCalledOnce());
  expect(onOrder.mock.calls[0]?.[0]).toMatchObject({ several: true, prompt: 'A fox\nAn owl' });
});

test('Ctrl and Enter orders from wherever one is', async () => {
  const user = open();
  await user.type(screen.getByLabelText(/^Prompt/), 'A fox');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(onOrder).toHaveBeenCalledOnce());
});

const prompt = () => screen.getByLabelText(/^Prompt/);

test('what is understood is said while it is written', async () => {
  const user = open();
  await user.type(prompt(), 'a red fox in the snow');
  expect(await screen.findByText('Will be drawn: fox, snow')).toBeTruthy();
  expect(screen.getByText('Will be drawn: fox, snow').closest('[aria-live="polite"]')).toBeTruthy();
});

test('what cannot be drawn is said before it is paid, with ideas that can be', async () => {
  const user = show(<Applying />);
  await user.type(prompt(), 'a typewriter on a desk');
  expect(
    await screen.findByText('I cannot draw typewriter or desk yet; this becomes an abstract composition'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'guitar' }));
  expect(prompt()).toHaveProperty('value', 'a guitar on a desk');
  expect(await screen.findByText('Will be drawn: guitar')).toBeTruthy();
});

test('a poster shows its words, which can be changed and removed', async () => {
  const user = show(<Applying mode="poster" />);
  await user.type(prompt(), 'Jazz night in Berlin, 14 June');
  const words = await screen.findByLabelText('Words in the picture');
  expect(words).toHaveProperty('value', 'Jazz night in Berlin, 14 June');
  await user.click(button('Remove the words'));
  expect(words).toHaveProperty('value', '');
  expect(screen.queryByRole('button', { name: 'Remove the words' })).toBeNull();
});

test('an image offers the words of its prompt, and takes an occasion only when it is chosen', async () => {
  const user = show(<Applying />);
  await user.type(prompt(), 'a red fox');
  expect(screen.queryByLabelText('Words in the picture')).toBeNull();
  await user.clear(prompt());
  await user.type(prompt(), 'a fox says "Hello"');
  expect(await screen.findByLabelText('Words in the picture')).toHaveProperty('value', 'Hello');
  await user.clear(prompt());
  await user.type(prompt(), 'Jazz night in Berlin, 14 June');
  expect(screen.getByLabelText('Words in the picture')).toHaveProperty('value', '');
  await user.click(button('Take the words of the prompt'));
  expect(screen.getByLabelText('Words in the picture')).toHaveProperty('value', 'Jazz night in Berlin, 14 June');
});

test('settings that the renderer ignores stand in a closed group, each disabled with its reason', async () => {
  const user = open();
  await user.click(screen.getByText('Advanced'));
  const group = (await screen.findByText('Not used by the built-in renderer')).closest('details');
  expect(group?.open).toBe(false);
  for (const label of ['Creative detailing', 'Safety', 'Enhance prompt', 'Raw mode', 'Engine']) {
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    expect(group?.contains(field)).toBe(true);
    const disabled = field.closest('fieldset:disabled');
    const why = disabled?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(why)?.textContent).toMatch(/^The built-in renderer/);
  }
});

test('a poster names the characters that cannot be set as they are typed, and is not ordered with them', async () => {
  onOrder.mockClear();
  const user = show(<Applying mode="poster" />);
  await user.type(prompt(), 'poster "Hello 🌍"');
  const text = 'Our typefaces cannot set 🌍. Please use Latin letters, figures and common signs.';
  await screen.findByLabelText('Words in the picture');
  expect(complaintOf('Words in the picture')).toContain(text);
  await user.click(button(/^Generate/));
  expect(onOrder).not.toHaveBeenCalled();
  const words = screen.getByLabelText('Words in the picture');
  await user.clear(words);
  await user.type(words, 'Hello Tiếng Việt €5');
  expect(screen.queryByText(text)).toBeNull();
  await user.click(button(/^Generate/));
  await vi.waitFor(() => expect(onOrder).toHaveBeenCalledTimes(1));
});

test('an image names the characters of quoted words that cannot be set', async () => {
  const user = show(<Applying />);
  await user.type(prompt(), 'poster that says "Hello 🌍"');
  expect(await screen.findByText(/^Our typefaces cannot set 🌍\./u)).toBeTruthy();
});
