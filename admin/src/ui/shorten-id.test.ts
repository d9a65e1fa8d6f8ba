import { expect, test } from 'vitest';
import { shortId } from './shorten-id.ts';

test('an id is known by its first digits, a stream still by its category', () => {
  expect(shortId('1b4e28ba-2fa1-41d2-883f-0016d3cca427')).toBe('1b4e28ba…');
  expect(shortId('generation-1b4e28ba-2fa1-41d2-883f-0016d3cca427')).toBe('generation-1b4e28ba…');
  expect(shortId('settings-checkout')).toBe('settings-checkout');
});

test('what is long without being a UUID loses its middle', () => {
  const short = shortId(`evt_${'x'.repeat(60)}9`);
  expect(short).toHaveLength(31);
  expect(short).toMatch(/^evt_x+…x+9$/);
});
