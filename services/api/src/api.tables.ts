import { credentialTables } from './members/credentials.tables.ts';
import { operatorTables } from './operators/operators.tables.ts';

/** The command side's own tables, beside the kernel's. */
export const apiTables = [...credentialTables, ...operatorTables];
