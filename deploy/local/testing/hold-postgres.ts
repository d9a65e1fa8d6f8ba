/**
 * For tests: starts PostgreSQL in the directory named first, says `{ pid, port }` in one line, and then holds still
 * until it is killed. It imports nothing of the workspace, so that Node runs it from its source.
 */
import { startPostgres } from '../postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const { pid, port, url } = await startPostgres({ dataDir, log: `${dataDir}.log` });
process.stdout.write(`${JSON.stringify({ pid, port, url })}\n`);
setInterval(() => undefined, 60_000);
