import { MemoryAllowanceSweeps } from '../testing/twins/memory-allowance-sweeps.ts';
import { inMemory, inPostgres } from '../testing/twins/stores.ts';
import { StoredAllowanceSweeps } from './allowance-sweep.tables.ts';
import { describeAllowanceSweeps } from './allowance-sweeps.contract.ts';

describeAllowanceSweeps('in PostgreSQL', () => inPostgres((pool) => new StoredAllowanceSweeps(pool)));
describeAllowanceSweeps('in memory', () => inMemory((pool) => new MemoryAllowanceSweeps(pool)));
