import type { AccountFact } from '@easel/contracts/account/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { placeOf, type Report } from './finding.ts';
import { Spill } from './spill.ts';

/** What one of the two streams of a member says of one day. */
interface Word {
  side: 'matured' | 'settled';
  memberId: string;
  day: string;
  tenths: number;
  cents: number;
  sales: number;
  place: string;
}

export interface SettlementCheckOptions {
  /** Where the log ended before its streams were walked: what came later one of the two may lack. */
  until: bigint;
  /** Whose log is in doubt anyway. */
  isDoubtful(memberId: string): boolean;
  report: Report;
}

/**
 * Holds what was settled into accounts against what had matured in earnings. What has matured and is not settled yet is
 * on its way, and no difference.
 */
export class SettlementCheck {
  private readonly words = new Spill<Word>();

  constructor(private readonly options: SettlementCheckOptions) {}

  /** Every fact of every stream that is checked. */
  see(fact: Recorded<AccountFact | EarningsFact>): void {
    if (fact.position > this.options.until) return;
    if (fact.type !== 'EarningsSettled' && fact.type !== 'EarningsMatured') return;
    const { memberId, day, tenths, cents, sales } = fact.data;
    const side = fact.type === 'EarningsSettled' ? 'settled' : 'matured';
    const place = placeOf(fact.stream, fact.revision);
    this.words.put(memberId, { side, memberId, day, tenths, cents, sales, place });
  }

  async compare(): Promise<void> {
    for await (const words of this.words.parts()) {
      const matured = new Map(words.filter(({ side }) => side === 'matured').map((word) => [keyOf(word), word]));
      const settled = new Map<string, Word>();
      for (const word of words) {
        if (word.side === 'matured' || this.options.isDoubtful(word.memberId)) continue;
        this.tell(word, matured.get(keyOf(word)), settled.get(keyOf(word)));
        settled.set(keyOf(word), word);
      }
    }
  }

  close(): void {
    this.words.remove();
  }

  private tell(settled: Word, matured: Word | undefined, before: Word | undefined): void {
    const { place, memberId, day } = settled;
    const wrong = before
      ? { code: 'settlement.twice', message: `${day} was settled before, at ${before.place}` }
      : differs(settled, matured);
    if (wrong) this.options.report.finding({ ...wrong, place, detail: { memberId, day } });
  }
}

const keyOf = ({ memberId, day }: Word): string => `${memberId} ${day}`;

function differs(settled: Word, matured: Word | undefined): { code: string; message: string } | undefined {
  if (!matured) {
    const message = `${shown(settled)} were settled for ${settled.day}, and nothing had accrued that matured by then`;
    return { code: 'settlement.not_accrued', message };
  }
  if (shown(settled) === shown(matured)) return undefined;
  const message = `${shown(settled)} were settled for ${settled.day}, ${shown(matured)} matured at ${matured.place}`;
  return { code: 'settlement.differs', message };
}

const shown = ({ sales, tenths, cents }: Word): string => `${sales} sales of ${tenths} tenths and ${cents} cents`;
