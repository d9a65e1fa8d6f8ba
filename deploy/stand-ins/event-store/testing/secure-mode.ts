import { openSecureStores } from './open-store.ts';

// Imported before a test file, it runs the same tests over TLS with credentials.
openSecureStores();
