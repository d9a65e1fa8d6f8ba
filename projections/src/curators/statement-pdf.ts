import { brand } from '@easel/contracts/brand';
import { netOf } from '@easel/contracts/curators/policy';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { CURATOR_SHARE_PERCENT, FEE_EACH_CENTS, FEE_PER_THOUSAND } from '@easel/contracts/earnings/policy';
import type { PurchaseMethod } from '@easel/contracts/purchases/policy';
import { type Look, PdfText } from './pdf-text.ts';

export interface StatementSale {
  /** ISO. */
  at: string;
  /** The prompt; empty if it is no longer known. */
  title: string;
  size: ImageSize;
  method: PurchaseMethod;
  /** The price paid. */
  cents: number;
  /** Null until it accrues. */
  shareCents: number | null;
}

/** A share that was reversed because its payment was reversed, or that was reinstated. */
export interface StatementReversal extends Pick<StatementSale, 'at' | 'title' | 'size' | 'cents'> {
  taken: boolean;
  /** Cents of the share. */
  shareCents: number;
}

export interface Statement {
  /** Name of the section, or the public name. */
  curator: string;
  /** UTC: 2026-11. */
  month: string;
  /** Whether the month has ended. */
  whole: boolean;
  sales: readonly StatementSale[];
  reversals: readonly StatementReversal[];
}

const MARGIN = 48;
const LEFT = MARGIN;
const RIGHT = 595.28 - MARGIN;
const BOTTOM = 841.89 - MARGIN;
const WIDTH = RIGHT - LEFT;
const ROW = 16;
const CELL: Look = { size: 8.5 };
const HEAD: Look = { size: 8.5, weight: 'bold' };
const GREY = '#555555';

interface Column {
  name: string;
  /** Start of the column; end for figures. */
  x: number;
  right?: boolean;
}

const PICTURE_WIDTH = 178;
const saleColumns: readonly Column[] = [
  { name: 'Date', x: LEFT },
  { name: 'Picture', x: LEFT + 62 },
  { name: 'Size', x: LEFT + 250 },
  { name: 'Gross', x: RIGHT - 156, right: true },
  { name: 'Fee', x: RIGHT - 108, right: true },
  { name: 'Net', x: RIGHT - 56, right: true },
  { name: 'Share', x: RIGHT, right: true },
];
const reversalColumns: readonly Column[] = [
  { name: 'Date', x: LEFT },
  { name: 'Picture', x: LEFT + 62 },
  { name: 'Size', x: LEFT + 250 },
  { name: 'What happened', x: LEFT + 290 },
  { name: 'Paid', x: RIGHT - 70, right: true },
  { name: 'Share', x: RIGHT, right: true },
];

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const monthText = (month: string): string => `${MONTHS[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`;
const dayText = (at: string): string =>
  `${Number(at.slice(8, 10))} ${(MONTHS[Number(at.slice(5, 7)) - 1] ?? '').slice(0, 3)} ${at.slice(0, 4)}`;
const GONE = 'A picture that is gone';

/** Returns dollars with two decimals and thousands separators: $1,234.50. */
export function dollarsText(cents: number): string {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '−' : ''}$${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

/** Totals of a month's statement, in cents. */
export function totalsOf({ sales, reversals }: Pick<Statement, 'sales' | 'reversals'>) {
  const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0);
  const nets = sales.map((sale) => netOf(sale));
  return {
    gross: sum(sales.map(({ cents }) => cents)),
    fee: sum(nets.map(({ feeCents }) => feeCents)),
    net: sum(nets.map(({ netCents }) => netCents)),
    share: sum(sales.map(({ shareCents }) => shareCents ?? 0)),
    reversed: sum(reversals.map(({ taken, shareCents }) => (taken ? shareCents : -shareCents))),
  };
}

const FEE_TEXT = `${FEE_PER_THOUSAND / 10}%`;

const explanations: readonly string[] = [
  'Gross is what the buyer paid. Curators’ pictures are sold for dollars only.',
  `Fee is the payment fee that we deduct: ${FEE_TEXT} of a purchase paid from the wallet, rounded up to a cent. A wallet is filled by card, and the card’s fee for that cannot be assigned to one sale, so this rate stands for it. A purchase paid by card directly bears ${FEE_TEXT} and ${dollarsText(FEE_EACH_CENTS)}.`,
  `Net is gross less fee. Your share is ${CURATOR_SHARE_PERCENT}% of the net of each sale, rounded down to a cent.`,
  'A share is credited to your account 24 hours after the sale, at the next midnight UTC. Where a buyer’s payment goes back, your share of that sale is taken back, and it is returned when the payment comes again. Both are listed in the month in which they happened, whenever the sale was.',
  'A sale belongs to the UTC day on which it was paid.',
];

/** Draws a curator's statement of one month. Equal statements are equal bytes. */
export function statementPdf(statement: Statement): Promise<Buffer> {
  return new Drawing(statement).finish();
}

class Drawing {
  private readonly text: PdfText;
  private y = MARGIN;

  constructor(private readonly statement: Statement) {
    const { month } = statement;
    this.text = new PdfText({
      title: `${brand.name}: statement of sales, ${monthText(month)}`,
      at: new Date(`${month}-01T00:00:00.000Z`),
      margin: MARGIN,
    });
  }

  finish(): Promise<Buffer> {
    this.heading();
    this.sales();
    this.reversals();
    this.result();
    this.computed();
    this.pageNumbers();
    return this.text.finish();
  }

  private heading(): void {
    const { curator, month, whole } = this.statement;
    this.line(brand.name, { size: 20, weight: 'bold' }, 30);
    this.line(`Statement of sales, ${monthText(month)}`, { size: 13, weight: 'bold' }, 22);
    this.line(this.text.fit(`Curator: ${curator}`, WIDTH, { size: 10 }), { size: 10 }, 16);
    if (!whole) this.line('This month is not over yet: later sales will be added.', { size: 10, color: GREY }, 16);
  }

  private sales(): void {
    const { sales } = this.statement;
    this.title(`Sales (${sales.length})`);
    if (sales.length === 0) return this.line('Nothing was sold in this month.', { size: 10 }, ROW);
    const totals = totalsOf(this.statement);
    this.head(saleColumns);
    for (const sale of sales) {
      const { feeCents, netCents } = netOf(sale);
      const share = sale.shareCents === null ? 'pending' : dollarsText(sale.shareCents);
      const sums = [sale.cents, feeCents, netCents].map((cents) => dollarsText(cents));
      this.row(saleColumns, [dayText(sale.at), this.picture(sale.title), sale.size, ...sums, share], CELL);
    }
    const sums = [totals.gross, totals.fee, totals.net, totals.share].map((cents) => dollarsText(cents));
    this.rule();
    this.row(saleColumns, ['Total', '', '', ...sums], HEAD);
  }

  private reversals(): void {
    const { reversals } = this.statement;
    this.title(`Taken back and returned (${reversals.length})`);
    if (reversals.length === 0) return this.line('No payment went back in this month.', { size: 10 }, ROW);
    this.head(reversalColumns);
    for (const { at, title, size, taken, cents, shareCents } of reversals) {
      const what = taken ? 'Taken back' : 'Returned';
      const share = dollarsText(taken ? -shareCents : shareCents);
      this.row(reversalColumns, [dayText(at), this.picture(title), size, what, dollarsText(cents), share], CELL);
    }
    this.rule();
    this.row(reversalColumns, ['Total', '', '', '', '', dollarsText(-totalsOf(this.statement).reversed)], HEAD);
  }

  private result(): void {
    const { share, reversed } = totalsOf(this.statement);
    this.title('Your share of this month');
    this.line(
      `${dollarsText(share - reversed)}, before earlier balances and payouts`,
      { size: 11, weight: 'bold' },
      20,
    );
  }

  private computed(): void {
    this.title('How this is computed');
    for (const paragraph of explanations) this.paragraph(paragraph);
    if (this.text.wroteCodes) {
      this.paragraph(
        'Characters that this file has no letters for are written as their Unicode code, such as [U+6F22].',
      );
    }
  }

  private pageNumbers(): void {
    const { doc } = this.text;
    const { count } = doc.bufferedPageRange();
    if (count === 1) return;
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      // pdfkit would begin a new page below the margin.
      doc.page.margins.bottom = 0;
      const look = { size: 8, color: GREY, right: true };
      this.text.write(`Page ${page + 1} of ${count}`, { x: RIGHT, y: BOTTOM + 12 }, look);
    }
  }

  private readonly picture = (title: string): string => this.text.fit(title === '' ? GONE : title, PICTURE_WIDTH, CELL);

  private title(title: string): void {
    this.y += 14;
    this.room(4 * ROW);
    this.line(title, { size: 11, weight: 'bold' }, 20);
  }

  private paragraph(paragraph: string): void {
    const look = { size: 9, color: GREY };
    for (const line of this.text.linesOf(paragraph, WIDTH, look)) this.line(line, look, 13);
    this.y += 4;
  }

  private line(text: string, look: Look, height: number): void {
    this.room(height);
    this.text.write(text, { x: LEFT, y: this.y }, look);
    this.y += height;
  }

  private head(columns: readonly Column[]): void {
    this.cells(
      columns,
      columns.map(({ name }) => name),
      { ...HEAD, color: GREY },
    );
    this.rule();
  }

  private row(columns: readonly Column[], cells: readonly string[], look: Look): void {
    if (this.room(ROW)) this.head(columns);
    this.cells(columns, cells, look);
  }

  private cells(columns: readonly Column[], cells: readonly string[], look: Look): void {
    for (const [index, { x, right = false }] of columns.entries()) {
      this.text.write(cells[index] ?? '', { x, y: this.y }, { ...look, right });
    }
    this.y += ROW;
  }

  private rule(): void {
    this.text.doc
      .moveTo(LEFT, this.y - 3)
      .lineTo(RIGHT, this.y - 3)
      .lineWidth(0.5)
      .strokeColor('#bbbbbb')
      .stroke();
  }

  /** Begins a new page if this height does not fit on the current one. Returns whether it did. */
  private room(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.text.doc.addPage();
    this.y = MARGIN;
    return true;
  }
}
