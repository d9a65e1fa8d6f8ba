import type pg from 'pg';

/** Runs `work` in a transaction of its own; a connection that is lost meanwhile does not go back to the pool. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  // The pool listens only while a connection is idle; the query that fails says the rest.
  const lost = () => (broken = true);
  client.on('error', lost);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
