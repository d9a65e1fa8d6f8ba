import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Every place in the servers that calls anybody but the product's own stores, and where it goes: to nowhere that a
 * caller wrote. A new one fails the test by the line that is missing here.
 */
const CALLS_OUT: Readonly<Record<string, string>> = {
  'contracts/src/kernel/client/client.ts': 'browsers and tools, to the product',
  'services/api/src/mail/mail.gateway.ts': 'the mail server of SMTP_URL',
  'services/api/src/orders/print.gateway.ts': 'the print service of PRINT_URL',
  'services/api/src/payments/stripe-library.gateway.ts': 'Stripe, or STRIPE_API_URL',
  'services/imaging/src/providers/openai-images/openai-client.ts': 'nowhere but through provider-http.ts',
  'services/imaging/src/providers/provider-http.ts':
    'the providers of PROVIDERS, and public addresses of pictures and tasks that they name',
  'services/kernel/src/bus/bus-nats.ts': 'NATS_URL',
};

const DOORS = [
  /(?<![.\w])fetch\)?\(/,
  /\bnew (WebSocket|EventSource|XMLHttpRequest|OpenAI)\(/,
  /import \{[^}]*\b(request|get|connect|createConnection|createSocket|Socket)\b[^}]*\} from '(node:)?(http|https|http2|net|tls|dgram)'/,
  /import \w+ from '(node:)?(http|https|http2|net|tls|dgram)'/,
  /from '(undici|axios|got|ws|stripe|nodemailer|nats|@grpc\/grpc-js)'/,
];

test('who calls out is on the list, and nobody else does', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const listed = execFileSync('git', ['ls-files', 'services', 'projections', 'contracts'], { cwd: root }).toString();
  const calling = listed
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !/\.(test|contract)\.ts$|\/testing\//.test(path))
    .filter((path) => {
      const text = readFileSync(root + path, 'utf8').replaceAll(/^import type .*?;$/gms, '');
      return DOORS.some((door) => door.test(text));
    });
  expect(calling).toEqual(Object.keys(CALLS_OUT));
});
