import { resolve } from 'node:path';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import autocannon from 'autocannon';
import { expectOk, People } from '../faults/harness/people.ts';
import { startProduct } from '../faults/harness/product.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const ROUNDS = size(3, 1);
const SIGN_INS = size(200, 10);
const READERS = size(500, 10);
const READING_SECONDS = size(20, 1);
const GENERATIONS = size(50, 10);
/** As many as 50 free credits pay for. */
const GENERATIONS_EACH = 10;
const WITHIN = 0.9;

const phases = {
  'sign-ins': `sign-ins, ${SIGN_INS} at once`,
  reading: `pages of the public gallery to ${READERS} readers for ${READING_SECONDS} s`,
  generations: `images made, ${GENERATIONS} asked for at once`,
} as const;
type Phase = keyof typeof phases;

/**
 * The whole product under a crowd, a second: this build beside the built checkout that `BENCH_BEFORE` names, or beside
 * itself where it names none, which shows how much of a difference is noise. Any answer that is not a success ends it.
 */
export async function benchLoad(): Promise<BenchRow[]> {
  const before = process.env['BENCH_BEFORE'];
  const crowds = {
    bare: await Crowd.gather(before === undefined ? {} : { checkout: resolve(before) }),
    ours: await Crowd.gather({}),
  };
  const names = Object.keys(phases) as Phase[];
  const rates = Object.fromEntries(
    names.map((name) => [name, { bare: [] as number[], ours: [] as number[] }]),
  ) as Record<Phase, Record<keyof typeof crowds, number[]>>;
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      // Whoever comes second finds the machine warmer: they take turns at that.
      const sides = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const);
      for (const side of sides) rates[name][side].push(await crowds[side].go(name));
    }
  }
  await Promise.all([crowds.bare.leave(), crowds.ours.leave()]);
  return names.map((name) => {
    const [bare, ours] = [median(rates[name].bare), median(rates[name].ours)];
    return { what: phases[name], bare: perSecond(bare), ours: perSecond(ours), ratio: ours / bare, goal: WITHIN };
  });
}

/** A product of its own and the members who use it. */
class Crowd {
  private constructor(
    private readonly product: Awaited<ReturnType<typeof startProduct>>,
    private readonly people: People,
  ) {}

  static async gather(options: { checkout?: string }): Promise<Crowd> {
    const product = await startProduct(options);
    const crowd = new Crowd(product, new People(product));
    while (crowd.people.members.length < SIGN_INS) {
      await Promise.all(Array.from({ length: 10 }, () => crowd.people.register()));
    }
    await crowd.generations(true); // what is read, and what a new process has to learn
    return crowd;
  }

  go(phase: Phase): Promise<number> {
    if (phase === 'sign-ins') return this.signIns();
    return phase === 'reading' ? this.reading() : this.generations(false);
  }

  leave(): Promise<void> {
    return this.product.remove();
  }

  private signIns(): Promise<number> {
    return rateOf(SIGN_INS, () =>
      Promise.all(
        this.people.members.slice(0, SIGN_INS).map(async ({ email, password }) => {
          const body = { email, password };
          expectOk(await this.people.http.once('POST', membersHttp.login.path, { body, timeoutMs: 60_000 }));
        }),
      ),
    );
  }

  private async reading(): Promise<number> {
    const { requests, non2xx, errors } = await autocannon({
      url: this.product.address,
      connections: READERS,
      duration: READING_SECONDS,
      requests: [{ path: '/api/gallery/public?limit=24', headers: {} }],
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors among the readers`);
    return requests.average;
  }

  /** By members who have asked for nothing before. */
  private async generations(publish: boolean): Promise<number> {
    const painters = await Promise.all(
      Array.from({ length: GENERATIONS / GENERATIONS_EACH }, () => this.people.register()),
    );
    return rateOf(GENERATIONS, () =>
      Promise.all(
        Array.from({ length: GENERATIONS }, async (_, n) => {
          const painter = painters[n % painters.length]!;
          const outcome = await this.people.generate(painter, { async: true, seed: n });
          if (outcome.kind !== 'completed') throw new Error(`a generation ended ${JSON.stringify(outcome)}`);
          if (!publish) return;
          const path = generationHttp.makePublic.path.replace(':id', outcome.generationId);
          expectOk(await this.people.http.once('PUT', path, { token: painter.token, body: {} }));
        }),
      ),
    );
  }
}

async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (count * 1000) / (performance.now() - begun);
}

const perSecond = (rate: number): string => `${rate.toFixed(1)}/s`;
