import { generationHttp } from '@easel/contracts/generation/http';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, server, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { token } from '../../lib/token.ts';
import { forgetDraft, readDraft } from './draft.ts';
import { GeneratorPage } from './generator-page.tsx';

withFakeServer();
beforeEach(() => {
  signIn();
  forgetDraft();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  const none = { page: 1, limit: 24, pages: 0, total: 0 };
  server.reply(generationHttp.list, { success: true, generations: [], pagination: none });
});

async function write(prompt: string): Promise<void> {
  const user = show(
    <GeneratorPage
      preferences={{ defaultFormat: 'PNG' }}
      funds={{ credits: 50, imagesLeft: null }}
      tools={{ ImageTools: () => null, SheetTools: () => null, open: () => {} }}
      inspiration={null}
    />,
  );
  await user.type(await screen.findByRole('textbox', { name: /^Prompt/ }), prompt);
}

test('the studio opens with what was left in it, after a reload too', async () => {
  await write('a fox');
  window.dispatchEvent(new Event('pagehide'));
  expect(readDraft()).toMatchObject({ prompt: 'a fox' });
  cleanup();
  await write(' in snow');
  expect(screen.getByRole('textbox', { name: /^Prompt/ })).toHaveProperty('value', 'a fox in snow');
});

test('a sign-out on the page leaves nothing for the next member', async () => {
  await write('my secret idea');
  token.clear('signed-out');
  forgetDraft();
  cleanup();
  window.dispatchEvent(new Event('pagehide'));
  expect(readDraft()).toBeNull();
});
