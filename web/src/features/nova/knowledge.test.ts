import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicId } from '@easel/contracts/chat/policy';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { describe, expect, it } from 'vitest';
import { areas } from './entry.ts';
import { firstSuggestions } from './greeting.ts';
import { entries } from './knowledge.ts';
import { linkTo } from './links.ts';
import { sampleChallenges, sampleNow, sampleOwn } from './testing/sample-sources.ts';

const ids = new Set(entries.map(({ id }) => id));
const titles = new Set(entries.map(({ title }) => title));
const known = { own: sampleOwn, prices: firstPriceList, challenges: sampleChallenges, now: sampleNow };
const answers = entries.map(({ id, answer }) => ({ id, text: answer({}, known) ?? '' }));

describe('the knowledge', () => {
  it('has entries in each of the nine areas', () => {
    expect(new Set(entries.map(({ area }) => area))).toEqual(new Set(Object.keys(areas)));
  });

  it('names each entry once, in the shape that the server keeps', () => {
    expect(ids.size).toBe(entries.length);
    expect(titles.size).toBe(entries.length);
    for (const id of ids) expect(id).toMatch(topicId);
  });

  it('suggests only what it can answer', () => {
    for (const { next = [] } of entries) for (const id of next) expect(ids).toContain(id);
    for (const title of firstSuggestions) expect(titles).toContain(title);
  });

  it('has a name for each page that it leads to', () => {
    const nameless = entries.flatMap(({ links = [] }) => links).filter((to) => linkTo(to).label === to);
    expect(nameless).toEqual([]);
  });

  it('answers each question once what that needs is read, and never with a gap', () => {
    const gaps = answers.filter(({ text }) => text.trim() === '' || /undefined|NaN|null|\s,/.test(text));
    expect(gaps).toEqual([]);
  });

  it('has no figure of its own: each comes from a policy, a price list or the member’s account', () => {
    const folder = join(import.meta.dirname, 'knowledge');
    for (const name of globSync('*.ts', { cwd: folder })) {
      // 4K and 8K name a size; the names of shapes have their ratio in them.
      const ofItsOwn = textsIn(readFileSync(join(folder, name), 'utf8'))
        .map((text) => text.replace(/\b[1248]K\b|\b[a-z]+(?:_[a-z]+)*_\d+_\d+\b/g, ''))
        .filter((text) => /\d/.test(text));
      expect({ name, ofItsOwn }).toEqual({ name, ofItsOwn: [] });
    }
  });

  it.each([
    ['a free trial', /free trial|\d+-day/i],
    ['a guarantee', /money[- ]back|guarantee/i],
    ['credits that roll over', /credits (?:do )?roll over/i],
    ['credits for sharing', /sharing (?:as such |your work |a link )?(?:earns|brings) (?!nothing)/i],
    ['credits for sale', /buy (?:more |extra )?credits/i],
  ])('does not promise %s', (_, promise) => {
    expect(answers.filter(({ text }) => promise.test(text))).toEqual([]);
  });

  it('says that it is an automated assistant', () => {
    expect(answers.find(({ id }) => id === 'nova.who')?.text).toMatch(/automated assistant/);
  });
});

/** What is written out in a file: its strings, and of its templates what is between the values. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  let left = source
    .replace(/^import[\s\S]*?from '[^']+';$/gm, '')
    .replace(/phrases: \[[\s\S]*?\],\n/g, '')
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const take = (pattern: RegExp) => {
    left = left.replace(pattern, (text) => {
      texts.push(text);
      return '';
    });
  };
  take(/'[^'\n]*'/g);
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(/\$\{(?:[^{}`]|\{[^{}`]*\})*\}/g, '');
    // One at a time: a template may be in another.
    take(/`(?:[^`$]|\$(?!\{))*`/);
  }
  expect(left).not.toMatch(/`/);
  return texts;
}
