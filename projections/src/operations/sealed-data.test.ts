import { ERASED } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { withoutPersonalData } from './sealed-data.ts';

test('personal data is sealed wherever it stands, in the error too', () => {
  const data = { generationId: 'g', memberId: 'm', prompt: 'my neighbour', negativePrompt: '', tenths: 100 };
  const error = 'error: invalid input syntax: "my neighbour" (my neighbour)';
  const shown = withoutPersonalData({ type: 'GenerationRequested', data, error });
  expect(shown.error).toBe('error: invalid input syntax: "[sealed]" ([sealed])');
  expect(shown.data).toMatchObject({ generationId: 'g', memberId: 'm', prompt: '[sealed]', tenths: 100 });
  expect(data.prompt).toBe('my neighbour');
});

test('what is erased is shown as that, and what is not personal as it is', () => {
  const data = { prompt: ERASED, generationId: 'g' };
  expect(withoutPersonalData({ type: 'GenerationRequested', data, error: null })).toEqual({
    data: expect.objectContaining({ prompt: ERASED, generationId: 'g' }) as object,
    error: null,
  });
  expect(withoutPersonalData({ type: 'Unheard', data: { a: 1 }, error: 'e' })).toEqual({ data: { a: 1 }, error: 'e' });
  expect(withoutPersonalData({ type: 'GenerationRequested', data: null, error: 'e' })).toEqual({
    data: null,
    error: 'e',
  });
});
