import type { Stretch } from './archive.ts';

const COMPARE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** What narrows a list down, as SQL of this program with the values apart. */
export class Conditions {
  readonly values: unknown[] = [];
  readonly #where: string[] = [];
  #order = '';

  /** `comparison` ends where its value comes. */
  add(comparison: string, value: unknown): void {
    this.#where.push(`${comparison} ${this.#bind(value)}`);
  }

  /** `column` is like one of these patterns. */
  like(column: string, patterns: readonly string[]): void {
    this.#where.push(`${column} like any(${this.#bind(patterns)}::text[])`);
  }

  stretch({ created, beyond, limit }: Stretch, createdSql: string): void {
    if (beyond) this.add(beyond.newer ? 'seq >' : 'seq <', beyond.seq);
    for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
      const bound = created?.[name];
      if (bound !== undefined) this.add(`${createdSql} ${COMPARE[name]}`, bound);
    }
    this.#order = `order by seq ${beyond?.newer ? 'asc' : 'desc'} limit ${this.#bind(limit)}`;
  }

  get sql(): string {
    return `${this.#where.length === 0 ? '' : `where ${this.#where.join(' and ')}`} ${this.#order}`;
  }

  #bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
