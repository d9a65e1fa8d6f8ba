import { setTimeout as sleep } from 'node:timers/promises';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { peopleHttp } from '@easel/contracts/people/http';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import type { Logger } from 'pino';
import { demoOperators } from './demo-console.ts';
import { demoMembers, type DemoMember } from './demo-world.ts';
import type { SignIn } from './platform.ts';
import { callsTo, type Call } from './seed-call.ts';
import { checkoutIn, pay } from './seed-payment.ts';
import { seedConsole, type Admin, type ReadMail } from './seed-console.ts';

export const DEMO_SIGN_INS: readonly SignIn[] = [
  ...demoOperators.map(({ role, email, password }) => ({ who: role, email, password })),
  ...demoMembers.map(({ email, password }) => ({ who: 'member', email, password })),
];

interface Seeding {
  /** Who invites the console's people. */
  admin: Admin;
  /** Addresses of those operators who have joined. */
  operators: () => Promise<readonly string[]>;
  /** Undefined where mails go to a mail server: nobody here could follow an invitation's link. */
  readMail: ReadMail | undefined;
  logger: Logger;
  signal: AbortSignal;
}

/** More than anybody has here. */
const OWN_AT_MOST = 100;
const ATTEMPTS = 5;

/**
 * Fills an empty installation by the calls its people would make. Every call has its own idempotency key for ever, so
 * that each start goes on where the last one was cut off and adds nothing where all is there.
 */
export async function seedDemo(
  address: string,
  { admin, operators, readMail, logger, signal }: Seeding,
): Promise<void> {
  const call = callsTo(address, signal);
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const people: { member: DemoMember; token: string }[] = [];
      for (const member of demoMembers) people.push({ member, token: await register(member, call) });
      const joined = await operators();
      if (readMail && !demoOperators.every(({ email }) => joined.includes(email))) {
        const tokens = new Map(people.map(({ member, token }) => [member.username, token]));
        await seedConsole(admin, tokens, readMail, call, signal);
      }
      for (const { member, token } of people) await paint(member, token, call);
      for (const { member, token } of people) await spend(member, token, call, signal);
      for (const { member, token } of people) await askTogether(member, token, call);
      for (const { member, token } of people) await collect(member, token, call);
      for (const { member, token } of people) await face(member, token, call);
      for (const { token } of people) await call(membersHttp.logout, {}, { token });
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (attempt === ATTEMPTS) return logger.warn({ err: error }, 'the demo world is not complete');
      await sleep(1_000 * attempt, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function register(person: DemoMember, call: Call): Promise<string> {
  const { firstName, lastName, username, email, password, isShown = false } = person;
  const body = { firstName, lastName, username, email, password, confirmPassword: password };
  const { token, user } = await call(registrationHttp.register, { body }, { key: `demo-${username}` });
  // Who has chosen since has chosen.
  if (isShown && user.publicProfile === null) {
    await call(membersHttp.updatePublicProfile, { body: { name: username, shown: true } }, { token });
  }
  return token;
}

/** Costs nothing, whichever providers are configured. */
const MADE = { resolution: '1k', provider: BUILT_IN, agreed: true };

/** Has the member's images made. */
async function paint({ images, username }: DemoMember, token: string, call: Call): Promise<void> {
  const { pagination } = await call(generationHttp.list, { query: { limit: 1 } }, { token });
  // All of it was made before; what became of it since is its owner's business.
  if (pagination.total >= images.length) return;
  for (const { isPublic = false, ...image } of images) {
    const body = { ...image, ...MADE };
    const key = `demo-${username}-${image.seed}`;
    const { generation } = await call(generationHttp.generate, { body }, { token, key });
    const params = { id: generation.id };
    if (isPublic) await call(generationHttp.makePublic, { params, body: { isPublic } }, { token });
  }
}

/** Asks for several images by one call; they come when they come. */
async function askTogether({ batch, username }: DemoMember, token: string, call: Call): Promise<void> {
  if (batch === undefined) return;
  const requests = batch.map((image) => ({ ...image, ...MADE }));
  await call(generationHttp.batch, { body: { requests } }, { token, key: `demo-${username}-batch` });
}

/** Puts images of theirs together under a name. */
async function collect({ collection, username }: DemoMember, token: string, call: Call): Promise<void> {
  if (collection === undefined) return;
  const { name, prompts } = collection;
  const { id } = await call(collectionsHttp.make, { body: { name } }, { token, key: `demo-${username}-collection` });
  const made = (await call(collectionsHttp.list, { query: {} }, { token })).collections.find((one) => one.id === id);
  // What became of it since is its owner's business.
  if (made?.pictures !== 0) return;
  const { generations } = await call(generationHttp.list, { query: { limit: OWN_AT_MOST } }, { token });
  const chosen = generations.filter(({ original_prompt: prompt }) => prompts.includes(prompt));
  if (chosen.length === 0) return;
  const body = { generationIds: chosen.map((one) => one.id) };
  await call(collectionsHttp.collect, { params: { id }, body }, { token });
}

/** Has who is shown be known by a picture of theirs. */
async function face({ username, avatar }: DemoMember, token: string, call: Call): Promise<void> {
  if (avatar === undefined) return;
  const { items } = await call(galleryHttp.public, { query: { search: avatar, limit: 1 } });
  const [image] = items;
  const [first] = image?.variants ?? [];
  if (!image || !first) return;
  const body = { avatar: { generation_id: image.id, variant_id: first.id } };
  await call(peopleHttp.chooseAvatar, { body }, { token, key: `demo-${username}-avatar` });
}

/** Plan, wallet and purchases, paid for on the stand-in's page; where payments are the real ones, nothing. */
async function spend(
  { username, plan, topUpDollars, purchases = [] }: DemoMember,
  token: string,
  call: Call,
  signal: AbortSignal,
): Promise<void> {
  const key = (what: string) => `demo-${username}-${what}`;
  if (plan !== undefined) {
    const upgrade = call(subscriptionsHttp.upgrade, { body: { tier: plan } }, { token, key: key('plan') });
    // Asked for with a price, which is how a plan that costs something is answered.
    const checkout = await upgrade.catch((error: unknown) => checkoutIn(error));
    await pay(checkout, token, call, signal);
  }
  if (topUpDollars !== undefined) {
    const body = { amount: topUpDollars };
    await pay(await call(paymentsHttp.topUp, { body }, { token, key: key('top-up') }), token, call, signal);
  }
  for (const [n, { prompt, size, method }] of purchases.entries()) {
    const [image] = (await call(galleryHttp.public, { query: { search: prompt, limit: 1 } })).items;
    if (!image) continue;
    const body = { imageId: image.id, size, paymentMethod: method };
    await call(purchasesHttp.purchase, { body }, { token, key: key(`purchase-${n}`) });
  }
}
