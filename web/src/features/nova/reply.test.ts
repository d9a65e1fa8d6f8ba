import { describe, expect, it } from 'vitest';
import { entries } from './knowledge.ts';
import { Answerer, nothingYet, type Sources } from './reply.ts';
import { sampleSources } from './testing/sample-sources.ts';

const answerer = new Answerer(entries);

/** Asks one thing after another; returns the last answer. */
async function talk(questions: readonly string[], sources: Sources = sampleSources) {
  let reply = await answerer.reply(questions[0] ?? '', nothingYet, sources);
  for (const question of questions.slice(1)) reply = await answerer.reply(question, reply.memory, sources);
  return reply;
}

const unconnected: Sources = {
  ...sampleSources,
  connected: false,
  read: () => Promise.reject(new Error('read without a connection')),
};

describe('an answer', () => {
  it('goes on from the last one where only another plan or period is named', async () => {
    expect((await talk(['How much is Creator?'])).text).toMatch(/\$19\.99/);
    const yearly = await talk(['How much is Creator?', 'and yearly?']);
    expect(yearly.topic).toBe('plans.price');
    expect(yearly.text).toMatch(/Creator: \$15\.99 a month/);
    expect((await talk(['How much is Creator?', 'and yearly?', 'and for Studio?'])).text).toMatch(/Studio: \$31\.99/);
    expect((await talk(['which formats does starter have', 'what about Agency?'])).text).toMatch(/TIFF/);
    expect((await talk(['what does delivery cost', 'and overnight?'])).text).toMatch(/Overnight: \$24\.99/);
  });

  it('leads to the plan that was asked about', async () => {
    const linksTo = async (...questions: string[]) => (await talk(questions)).links;
    expect(await linksTo('What do the plans cost?')).toEqual([{ to: '/pricing', label: 'Pricing' }]);
    expect(await linksTo('What does Enterprise cost?')).toEqual([{ to: '/pricing#enterprise', label: 'Pricing' }]);
    expect(await linksTo('How much is Creator?', 'and for Studio?')).toEqual([
      { to: '/pricing#studio', label: 'Pricing' },
    ]);
    expect(await linksTo('May I sell goods with my images on them?')).toContainEqual({
      to: '/pricing#enterprise',
      label: 'Pricing',
    });
  });

  it('goes on from the last one where a price, a time or the least is asked of it', async () => {
    expect((await talk(['can you remove a background', 'how much is that?'])).text).toMatch(/5 credits/);
    expect((await talk(['how do I get paid out', 'whats the minimum'])).text).toMatch(/starts at 10 credits/);
    expect((await talk(['how do I get paid out', 'how much is creator'])).topic).toBe('plans.price');
  });

  it('is given to both questions of a message that asks two things', async () => {
    const reply = await talk(['how much is a mug and how do I enter the contest?']);
    expect(reply.topic).toBe('prints.products');
    expect(reply.text).toMatch(/Mug: \$15[\s\S]*Enter the challenge/);
    expect(reply.links.map(({ to }) => to)).toEqual(expect.arrayContaining(['/shop', '/generator']));
    expect(reply.suggestions.length).toBeLessThanOrEqual(4);
    expect(reply.memory.entry?.id).toBe('challenges.enter');
  });

  it('leaves out a statement that comes before the question', async () => {
    const reply = await talk(['I bought a picture last week, where is the file']);
    expect(reply.topic).toBe('downloads.again');
    expect(reply.text).not.toMatch(/Press Download under a picture/);
  });

  it('needs more than one known word beside an unknown one', async () => {
    for (const question of [
      'how do i install photoshop',
      'password for my wifi',
      'how do i make a cake',
      'what time is it',
    ]) {
      expect([question, (await talk([question])).topic]).toEqual([question, null]);
    }
  });

  it('begins again where something else is asked', async () => {
    const reply = await talk(['How much is Creator?', 'and how do I cancel it?', 'how do I delete my account']);
    expect(reply.topic).toBe('account.erase');
  });

  it('is not repeated where it says nothing of the size that is named next', async () => {
    expect((await talk(['how do I cancel my plan', 'what is 8K for'])).topic).toBe('making.sizes');
  });

  it.each([
    ['Why is my picture not for sale anymore?', 'challenges.paused'],
    ['did I win the poster challenge?', 'challenges.winners'],
    ['who sees my IBAN', 'payouts.how'],
    ['why do I not see any views', 'curators.views'],
    ['I want to sell my prints at a fair', 'plans.merchandise'],
    ['how many likes do I have', 'favorites.what'],
  ])('is found for what newcomers asked: %s', async (question, topic) => {
    expect((await talk([question])).topic).toBe(topic);
  });

  it.each([
    ['chnage my pasword', 'account.password'],
    ['how do I dowload my pictres', 'downloads.own'],
    ['referal bonus', 'referral.reward'],
    ['WHERE ARE MY INVOICES???', 'billing.invoice'],
    ['watermrk', 'downloads.watermark'],
    ['what does a 4k picutre cost', 'credits.image-price'],
    ['how mcuh is studio', 'plans.price'],
    ['wehn is the deadline', 'challenges.deadline'],
    ['hey, y cant i sign in', 'account.signin'],
  ])('forgives slips: %s', async (question, topic) => {
    expect((await talk([question])).topic).toBe(topic);
  });

  it('is that of its button, word by word', async () => {
    const topics = await Promise.all(entries.map(async ({ title }) => (await talk([title])).topic));
    expect(topics).toEqual(entries.map(({ id }) => id));
  });

  it('says that it does not know, with the nearest topics and the contact form filled in', async () => {
    const question = 'can the wallet order pizza for my friend in Mongolia tomorrow evening';
    const reply = await talk([question]);
    expect(reply.topic).toBeNull();
    expect(reply.text).toMatch(/I do not know/);
    expect(reply.links).toEqual([{ to: '/contact', label: 'Contact Us', message: question }]);
    expect(reply.suggestions.length).toBeGreaterThan(0);
  });

  it('speaks of one nearest topic where there is one', async () => {
    const { suggestions, text } = await talk(['how tall is a giraffe on my phone']);
    expect(suggestions).toHaveLength(1);
    expect(text).toContain('This is the nearest topic that I know.');
  });

  it('leads to pages that are there alone', async () => {
    const { links } = await talk(['How do I make an image?']);
    expect(links).toEqual([{ to: '/generator', label: 'Creative Studio' }]);
  });

  it('comes without a connection as well, and is marked', async () => {
    const reply = await talk(['How much is Creator?'], unconnected);
    expect(reply.text).toMatch(/\$19\.99/);
    expect(reply.offline).toBe(true);
  });

  it.each([
    ['How many credits do I have?', /own figures need a connection/],
    ['What does it cost to buy an image?', /price list in force needs a connection/],
    ['Until when can I enter?', /open now needs a connection/],
  ])('says that figures need a connection: %s', async (question, text) => {
    const reply = await talk([question], unconnected);
    expect(reply.text).toMatch(text);
    expect(reply.offline).toBe(false);
    const unread = await talk([question], { ...sampleSources, read: () => Promise.resolve({}) });
    expect(unread.text).toMatch(text);
  });

  it('says what is open, and when nothing is', async () => {
    expect((await talk(['Until when can I enter?'])).text).toMatch(/“Forest walk”: Only 5 days remaining!/);
    const none = { ...sampleSources, read: () => Promise.resolve({ challenges: [] }) };
    expect((await talk(['Until when can I enter?'], none)).text).toMatch(/No challenge is open now/);
    expect((await talk(['when does the poster challenge end'])).text).toMatch(/Poster Design Challenge is not open/);
  });
});
