import { accountHttp } from '@easel/contracts/account/http';
import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { VariantDialog } from '../features/gallery/variant-dialog.tsx';
import { sampleGeneration } from '../features/generation/testing/sample-generation.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';

withFakeServer();
beforeEach(() => {
  server.reply(accountHttp.balance, { success: true, balance: 0, credits: 50, held: 0 });
});

test('a variant of a prompt that is not understood is asked about before it is charged', async () => {
  signIn();
  server.refuse(generationHttp.createVariant, generationProblems.notUnderstood, [], {
    drawn: [],
    instead: ['butterfly for hummingbird'],
    missing: [],
  });
  const onClose = vi.fn<() => void>();
  const user = show(
    <VariantDialog generation={sampleGeneration({ original_prompt: 'a hummingbird' })} onClose={onClose} />,
  );
  await user.click(button(/^Create for/));
  await screen.findByText(
    'Easel’s built-in renderer does not know all of this prompt. It would draw butterfly for hummingbird instead.',
  );
  server.reply(generationHttp.createVariant, {
    success: true,
    message: 'Creating variant...',
    variantId: 'v',
    generationId: 'g',
    credits: { charged: 5, balance: 45 },
  });
  await user.click(button('Draw it anyway'));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.callsOf(generationHttp.createVariant).at(-1)?.body).toMatchObject({ agreed: true });
});

test('a variant of a picture made before registering is offered in the smallest resolution', () => {
  signIn();
  const { metadata } = sampleGeneration({});
  const generation = sampleGeneration({ metadata: { ...metadata, resolution: '512px' } });
  show(<VariantDialog generation={generation} onClose={() => {}} />);
  expect(button(/^Create for/).textContent).toBe('Create for 5 credits');
});
