import { EventsController } from '@easel/projections/events/events.controller';
import { announce, startReads } from './bench-server.ts';

const OPERATOR = '00000000-0000-4000-8000-000000000001';

const [databaseUrl = '', eventStoreUrl = '', folder = ''] = process.argv.slice(2);
const caller = { kind: 'operator', id: OPERATOR, role: 'auditor', sessionId: OPERATOR } as const;
announce(await startReads({ databaseUrl, eventStoreUrl, folder, caller, controllers: [EventsController] }));
