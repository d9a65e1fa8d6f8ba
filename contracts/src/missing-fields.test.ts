import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { accountHttp } from './account/http.ts';
import { downloadsHttp } from './downloads/http.ts';
import { generationHttp } from './generation/http.ts';
import { membersHttp } from './members/http.ts';
import { marketingHttp } from './members/marketing.http.ts';
import { registrationHttp } from './members/registration.http.ts';
import { presetsHttp } from './members/presets.http.ts';
import { messagesHttp } from './messages/http.ts';
import { operatorsHttp } from './operators/http.ts';
import { paymentsHttp } from './payments/http.ts';
import { purchasesHttp } from './purchases/http.ts';
import { routes } from './routes.ts';
import { settingsHttp } from './settings/http.ts';
import { subscriptionsHttp } from './subscriptions/http.ts';

/** What the library says where a schema has no words of its own, here and with its English loaded. */
const LIBRARY =
  /^(Invalid (input|option|element|UUID)|Required$|Too (big|small)|Unrecognized)|expected|received|undefined/;

/** Of several complaints about a field the first is told. */
function complaints(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const told: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) told[path.join('.')] ??= message;
  return told;
}

const asked = routes.flatMap((route) =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? [[`${route.method} ${route.path} (${part})`, schema] as const] : [];
  }),
);

test.each(asked)('%s: what is missing, or left empty, is told by its field in words', (_route, schema) => {
  const missing = complaints(schema, {});
  const empty = complaints(schema, Object.fromEntries(Object.keys(missing).map((name) => [name, ''])));
  for (const [field, sentence] of [...Object.entries(missing), ...Object.entries(empty)]) {
    expect(field).not.toBe('');
    expect(sentence).not.toMatch(LIBRARY);
  }
});

test.each(asked)('%s refuses invisible texts as it refuses empty ones', (_route, schema) => {
  // Of a password everything counts.
  const names = Object.keys(complaints(schema, {})).filter((name) => !/password/i.test(name));
  const withText = (text: string) => complaints(schema, Object.fromEntries(names.map((name) => [name, text])));
  expect(withText('\u200b\u3164\u2800')).toEqual(withText(''));
});

describe('the words of', () => {
  test.each<[string, z.ZodMiniType, Record<string, string>]>([
    [
      'a registration',
      registrationHttp.register.body,
      {
        firstName: 'Please enter your first name',
        lastName: 'Please enter your last name',
        email: 'Please enter your email address',
        username: 'Please enter a username',
        password: 'Please enter a password',
        confirmPassword: 'Please enter the password again',
      },
    ],
    [
      'a sign-in',
      membersHttp.login.body,
      { email: 'Please enter your email address', password: 'Please enter your password' },
    ],
    [
      'a profile',
      membersHttp.updateProfile.body,
      {
        firstName: 'Please enter your first name',
        lastName: 'Please enter your last name',
        email: 'Please enter your email address',
        username: 'Please enter a username',
      },
    ],
    [
      'a change of password',
      membersHttp.changePassword.body,
      { currentPassword: 'Current password is required', newPassword: 'Please enter a new password' },
    ],
    ['a forgotten password', membersHttp.forgotPassword.body, { email: 'Please enter your email address' }],
    [
      'a reset',
      membersHttp.resetPassword.body,
      {
        token: 'Invalid reset link. Please request a new password reset.',
        newPassword: 'Please enter a new password',
      },
    ],
    ['a generation', generationHttp.generate.body, { prompt: 'Please enter a prompt' }],
    ['a purchase', purchasesHttp.purchase.body, { imageId: 'Please choose an image', size: 'Please select a size' }],
    [
      'a quote',
      downloadsHttp.request.body,
      { generationId: 'Please choose an image', resolutionTier: 'Please select a size' },
    ],
    ['a top-up', paymentsHttp.topUp.body, { amount: 'Minimum top-up is $10' }],
    ['a plan', subscriptionsHttp.upgrade.body, { tier: 'Please choose a plan' }],
    [
      'an operator’s sign-in',
      operatorsHttp.login.body,
      { email: 'Please enter your email address', password: 'Please enter your password' },
    ],
    [
      'an invitation',
      operatorsHttp.invite.body,
      {
        email: 'Please enter an email address',
        name: 'A name is needed',
        role: 'Please choose a role',
        reason: 'A reason is needed',
      },
    ],
    ['a grant', accountHttp.grant.body, { amount: 'Please enter how many credits', reason: 'A reason is needed' }],
  ])('%s', (_form, schema, sentences) => {
    expect(complaints(schema, {})).toEqual(sentences);
  });

  test('a message, whose title may be left out only in a contact', () => {
    const { body } = messagesHttp.submit;
    expect(complaints(body, { message_type: 'contact', message_content: '' })).toEqual({
      message_content: 'A message is needed',
    });
    expect(complaints(body, { message_type: 'bug', message_content: 'It broke', subject: '\u200b' })).toEqual({
      subject: 'A title is needed',
    });
    expect(complaints(body, { message_type: 'bug', message_content: 'It broke' })).toEqual({
      subject: 'A title is needed',
    });
  });

  test.each<[string, z.ZodMiniType, unknown, Record<string, string>]>([
    ['a variant', generationHttp.createVariant.body, { prompt: '\u200b' }, { prompt: 'Please enter a prompt' }],
    [
      'a batch of invisible prompts',
      generationHttp.batch.body,
      { requests: [{ prompt: '\u200b' }] },
      { 'requests.0.prompt': 'Please enter a prompt' },
    ],
    ['a batch', generationHttp.batch.body, { requests: [{}] }, { 'requests.0.prompt': 'Please enter a prompt' }],
    [
      'a triage of many',
      messagesHttp.triageMany.body,
      { changes: [{}] },
      {
        'changes.0.id': 'Please choose a message',
        'changes.0.version': 'Please send the version that you have seen',
      },
    ],
    [
      'a preset',
      presetsHttp.save.body,
      { name: ' ' },
      {
        id: 'Please give the preset an id, a UUID',
        name: 'Please enter a name for the preset',
        settings: 'Please send the settings that it keeps',
      },
    ],
  ])('%s, inside it', (_body, schema, value, sentences) => {
    expect(complaints(schema, value)).toEqual(sentences);
  });

  test.each<[string, z.ZodMiniType, unknown, Record<string, string>]>([
    [
      'preferences',
      membersHttp.updatePreferences.body,
      { defaultResolution: '9K', defaultFormat: 1, marketingOptIn: 'yes' },
      {
        defaultResolution: 'Failed to update resolution',
        defaultFormat: 'Failed to update format',
        marketingOptIn: 'Failed to update preference',
      },
    ],
    ...[-1, Infinity, NaN, '5', 1e9].map(
      (sum) =>
        [
          `a purchase for ${sum}`,
          purchasesHttp.purchase.body,
          { imageId: '6d7c1b1e-1111-4c3f-9a55-000000000001', size: '1K', credits: sum, amount: sum },
          { credits: 'This is not a price', amount: 'This is not a price' },
        ] as [string, z.ZodMiniType, unknown, Record<string, string>],
    ),
    [
      'an address without end',
      membersHttp.updateProfile.body,
      { firstName: 'Ada', lastName: 'L', username: 'ada', email: `${'a'.repeat(300)}@example.com` },
      { email: 'Please enter a valid email address' },
    ],
    [
      'a link that is no text',
      marketingHttp.unsubscribe.body,
      { token: 1 },
      { token: 'Invalid or expired unsubscribe link' },
    ],
  ])('%s that cannot be', (_body, schema, value, sentences) => {
    expect(complaints(schema, value)).toEqual(sentences);
  });

  test('a price list, down to each price', () => {
    const told = complaints(settingsHttp.revisePrices.body, { images: { '1K': {} }, products: [{}], reason: 'New' });
    expect(told).toMatchObject({
      version: 'Please send the version that was revised',
      'images.1K.tenths': 'Please enter a price',
      'images.2K': 'Please enter the prices of this size',
      'products.0.name': 'Please enter the product’s name',
    });
    for (const sentence of Object.values(told)) expect(sentence).not.toMatch(LIBRARY);
  });
});
