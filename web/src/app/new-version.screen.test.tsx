import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { newVersion } from '../lib/service-worker.ts';
import { button, show, withFakeServer } from '../lib/testing/screen.tsx';
import { NewVersion } from './new-version.tsx';

withFakeServer();
afterEach(() => newVersion.set(null));

test('a new version is asked about, and taken over to when that is wanted', async () => {
  const takeOver = vi.fn<() => void>();
  const user = show(<NewVersion />);
  expect(screen.queryByText('A new version is there')).toBeNull();
  act(() => newVersion.set(takeOver));
  expect(screen.getByText('A new version is there')).toBeTruthy();
  expect(takeOver).not.toHaveBeenCalled();
  await user.click(button('Reload'));
  expect(takeOver).toHaveBeenCalledOnce();
});
