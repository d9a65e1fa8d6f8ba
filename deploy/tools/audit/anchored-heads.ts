import type { Pool } from 'pg';
import type { ChainWalk, Link } from './chain-walk.ts';
import { placeOf, short, type Finding } from './finding.ts';

interface Head {
  anchor: number;
  revision: number;
  hash: string;
}

/** What the anchors say of one stream, held against its chain as that is walked. */
export class AnchoredHeads {
  private next = 0;
  /** The last revision at which an anchor and the chain agree. */
  private agreed = -1;
  private finding: Finding | undefined;

  private constructor(
    private readonly stream: string,
    private readonly heads: readonly Head[],
    private readonly distrusted: ReadonlySet<number>,
  ) {}

  static async of(pool: Pool, stream: string, distrusted: ReadonlySet<number>): Promise<AnchoredHeads> {
    const { rows } = await pool.query<{ number: string; revision: string; hash: string }>({
      name: 'audit-anchored-heads',
      // Gathered heads that no anchor was made over yet are nobody's word.
      text: `SELECT number, revision, hash FROM vault.anchor_heads
             WHERE stream = $1 AND number <= (SELECT made FROM vault.anchor_walk) ORDER BY revision, number`,
      values: [stream],
    });
    const heads = rows.map(({ number, revision, hash }) => ({
      anchor: Number(number),
      revision: Number(revision),
      hash,
    }));
    return new AnchoredHeads(stream, heads, distrusted);
  }

  /** Whether an anchor knows that the chain had come so far. */
  knows(revision: number): boolean {
    return (this.heads.at(-1)?.revision ?? -1) >= revision;
  }

  /** Undefined where no anchor says otherwise. */
  see({ fact, hash }: Link): Finding | undefined {
    for (let head = this.heads[this.next]; head && head.revision <= fact.revision; head = this.heads[++this.next]) {
      if (head.revision !== fact.revision || this.finding) continue;
      if (head.hash === hash) this.agreed = head.revision;
      else this.finding = this.distrusted.has(head.anchor) ? this.alteredHead(head, hash) : this.rewritten(head, hash);
      if (this.finding) return this.finding;
    }
    return undefined;
  }

  /** After a walk to the end: an anchor knows of facts that are not there. */
  end({ length }: ChainWalk): Finding | undefined {
    if (this.finding) return undefined;
    const beyond = this.heads.findLast(({ revision, anchor }) => revision >= length && !this.distrusted.has(anchor));
    if (!beyond) return undefined;
    const { anchor, revision } = beyond;
    const gone = revision - length + 1;
    const ends = length === 0 ? 'the stream is gone' : `the stream ends at @${length - 1}`;
    return {
      code: 'chain.cut',
      place: placeOf(this.stream, length),
      message: `${gone === 1 ? 'a fact is' : `${gone} facts are`} gone from the end: ${ends}, anchor ${anchor} knows it at @${revision}`,
      detail: { stream: this.stream, revision: length, anchor, anchoredRevision: revision },
    };
  }

  private rewritten({ anchor, revision, hash }: Head, found: string): Finding {
    const first = this.agreed + 1;
    const where = first === revision ? 'it was changed' : `something from @${first} to @${revision} was written anew`;
    return {
      code: 'chain.rewritten',
      place: placeOf(this.stream, revision),
      message: `${where}: anchor ${anchor} knows it as ${short(hash)}, it hashes to ${short(found)}`,
      detail: { stream: this.stream, revision, anchor, expected: hash, found, from: first },
    };
  }

  /** The anchor is known to be altered: this is the row of it. */
  private alteredHead({ anchor, revision, hash }: Head, found: string): Finding {
    return {
      code: 'anchor.head_changed',
      place: `anchor ${anchor}`,
      message: `its head of ${placeOf(this.stream, revision)} is ${short(hash)}, the log’s is ${short(found)}`,
      detail: { stream: this.stream, revision, anchor, expected: found, found: hash },
    };
  }
}
