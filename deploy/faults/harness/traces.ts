import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Product } from './product.ts';
import { Records } from './records.ts';

/** Where any of these words is said, in whatever case: tables by their names, files by their paths. */
export async function tracesOf(product: Product, words: readonly string[]): Promise<string[]> {
  return [...(await tablesWith(product, words)), ...(await filesWith(product.dataDir, words))];
}

/**
 * Every row of every table as text. The card service's books are another house's, and obey by themselves: of who is
 * deleted there they keep what was paid.
 */
const tablesWith = (product: Product, words: readonly string[]): Promise<string[]> =>
  Records.of(product, async (records) => {
    const tables = await records.rows<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'stripe_standin', 'prodigi_standin') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await records.rows<{ said: string }>(
        `select given::text as said from ${name} as given where given::text ilike any($1) limit 1`,
        [words.map((word) => `%${word}%`)],
      );
      if (rows[0]) found.push(`${name}: ${rows[0].said.slice(0, 300)}`);
    }
    return found;
  });

/** Of PostgreSQL's own files its tables tell: what was deleted there is overwritten in its time. */
async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const grep = spawn('grep', ['-rliaF', '--exclude-dir=postgres', ...words.flatMap((word) => ['-e', word]), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [found] = await Promise.all([text(grep.stdout), once(grep, 'close')]);
  return found.split('\n').filter((path) => path !== '');
}
