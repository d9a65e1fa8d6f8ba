import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dollarsText, type Statement, statementPdf, type StatementSale, totalsOf } from './statement-pdf.ts';

const sale: StatementSale = {
  at: '2026-11-03T10:00:00.000Z',
  title: 'A fox in the snow',
  size: '2K',
  method: 'dollars',
  cents: 1_000,
  shareCents: 485,
};
const taken = {
  at: '2026-11-20T10:00:00.000Z',
  title: 'A fox',
  size: '1K',
  cents: 99,
  shareCents: 48,
  taken: true,
} as const;
const statement: Statement = { curator: 'Night', month: '2026-11', whole: true, sales: [sale], reversals: [taken] };

test('writes dollars with cents, separators and a minus sign', () => {
  expect([0, 5, 123_456_789, -48].map(dollarsText)).toEqual(['$0.00', '$0.05', '$1,234,567.89', '−$0.48']);
});

test('sums gross, fee, net, share and reversals, with fees by the policy', () => {
  const card: StatementSale = { ...sale, method: 'card', cents: 300, shareCents: null };
  const returned = { ...taken, taken: false, shareCents: 40 };
  expect(totalsOf({ sales: [sale, card], reversals: [taken, returned] })).toEqual({
    gross: 1_300,
    fee: 29 + 39,
    net: 971 + 261,
    share: 485,
    reversed: 8,
  });
});

test('writes equal bytes for equal statements', async () => {
  const [one, other] = [await statementPdf(statement), await statementPdf(statement)];
  expect(one.subarray(0, 5).toString()).toBe('%PDF-');
  expect(one.equals(other)).toBe(true);
});

const hasReader = spawnSync('pdftotext', ['-v']).error === undefined;

describe.skipIf(!hasReader)('read back by pdftotext (skipped where poppler-utils is not installed)', () => {
  const read = async (given: Statement): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), 'statement-'));
    try {
      const file = join(folder, 'statement.pdf');
      writeFileSync(file, await statementPdf(given));
      return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('contains curator, sales, reversals, totals and how they are computed', async () => {
    const text = await read(statement);
    expect(text).toContain('Statement of sales, November 2026');
    expect(text).toMatch(/3 Nov 2026\s+A fox in the snow\s+2K\s+\$10\.00\s+\$0\.29\s+\$9\.71\s+\$4\.85/);
    expect(text).toMatch(/Total\s+\$10\.00\s+\$0\.29\s+\$9\.71\s+\$4\.85/);
    expect(text).toMatch(/20 Nov 2026\s+A fox\s+1K\s+Taken back\s+\$0\.99\s+−\$0\.48/);
    expect(text).toMatch(/\$4\.37, before earlier balances and payouts/);
    expect(text).toContain('2.9% of a purchase paid from the wallet');
    expect(text).toMatch(/50% of the net/);
    expect(text).not.toContain('U+');
  });

  test.each([
    ['Polish', 'Zażółć gęślą jaźń Łódź'],
    ['Cyrillic', 'Ночная галерея Ёжик Їжак'],
    ['Greek', 'Νυχτερινή Γκαλερί'],
    ['Vietnamese', 'Phòng tranh của Nguyễn'],
    ['French', 'L’œuvre de Zoë'],
  ])('keeps a name and a prompt in %s', async (_script, name) => {
    const text = await read({ ...statement, curator: name, sales: [{ ...sale, title: name }], reversals: [] });
    expect(text).toContain(`Curator: ${name}`);
    expect(text.match(new RegExp(name, 'g'))?.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toContain('U+');
  });

  test('writes a character without a font as its code, and says so', async () => {
    const text = await read({ ...statement, curator: '漢 fox 🦊' });
    expect(text).toContain('Curator: [U+6F22] fox [U+1F98A]');
    expect(text).toContain('written as their Unicode code');
  });

  test('continues on further pages, each with the table head', async () => {
    const sales = Array.from({ length: 120 }, (_, index) => ({
      ...sale,
      title: `Picture ${index + 1} ${'x'.repeat(90)}`,
    }));
    const text = await read({ ...statement, sales, whole: false });
    const pages = text.split('\f').filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.slice(0, 2).entries()) {
      expect(page).toMatch(/Date\s+Picture\s+Size/);
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    for (const { title } of sales) expect(text).toContain(title.slice(0, 12));
    expect(text).toContain('This month is not over yet');
  });

  test('says that nothing was sold', async () => {
    const text = await read({ ...statement, sales: [], reversals: [] });
    expect(text).toContain('Nothing was sold in this month.');
    expect(text).toContain('No payment went back in this month.');
    expect(text).toContain('$0.00, before earlier balances');
  });
});
