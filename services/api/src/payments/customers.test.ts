import { MemoryCustomers } from '../testing/twins/memory-customers.ts';
import { inMemory, inPostgres } from '../testing/twins/stores.ts';
import { describeCustomers } from './customers.contract.ts';
import { StoredCustomers } from './payments.tables.ts';

describeCustomers('in PostgreSQL', () => inPostgres((pool) => new StoredCustomers(pool)));
describeCustomers('in memory', () => inMemory((pool) => new MemoryCustomers(pool)));
