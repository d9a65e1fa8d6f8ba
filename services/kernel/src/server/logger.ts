import {
  pino,
  stdSerializers,
  type Bindings,
  type ChildLoggerOptions,
  type DestinationStream,
  type Level,
  type Logger,
} from 'pino';
import { currentContext } from './request-context.ts';

const CENSORED = '[redacted]';
const MAX_DEPTH = 6;

/** Names of fields and query parameters whose values are nobody's business, in any spelling: `apiKey`, `x-api-key`. */
const SECRET_NAME =
  /authorization|cookie|passw|secret|token|api[-_]?key|master[-_]?key|card[-_]?number|cvv|cvc|signature/i;

/** Where a text carries a secret: query parameters, credentials in headers, passwords in addresses. */
const SECRETS_IN_TEXT: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [
    /([?&;][\w.~%-]{0,64}(?:token|passw|secret|key|signature|auth|code|email)[\w.~%-]{0,64}=)[^&;#\s"'\\<>]+/gi,
    `$1${CENSORED}`,
  ],
  // Texts that the server has signed: each is the key to something.
  [/\b(signed\.)[\w-]{16,}\.[\w-]{16,}/g, `$1${CENSORED}`],
  // 256 bits in a path: whoever has such an address may come in by it.
  [/(\/)[\w-]{43}(?![\w.-])/g, `$1${CENSORED}`],
  [/\b(bearer|basic) +[\w.~+/=-]{12,}/gi, `$1 ${CENSORED}`],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/[^/\s:@"\\]{0,200}):[^/\s@"\\]{1,200}@/gi, `$1:${CENSORED}@`],
];

export interface LoggerSettings {
  /** The process's name, on every line. */
  name: string;
  level?: Level | 'silent';
  /** Standard output where there is none. */
  destination?: DestinationStream;
}

/** JSON lines with the ids of the request they belong to; secrets are censored by name, and by shape within texts. */
export function createLogger({ name, level = 'info', destination }: LoggerSettings): Logger {
  const logger = pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: contextFields,
      // `censor` has made fields of errors by then.
      serializers: { err: (fields: unknown) => fields },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => censor(fields) as Record<string, unknown>,
      },
      hooks: { streamWrite: censorText },
    },
    ...(destination ? [destination] : []),
  );
  // pino takes what is bound to a child past every formatter.
  type Parent = { child: (bindings: unknown, options?: ChildLoggerOptions) => Logger };
  const parent = Object.getPrototypeOf(logger) as Parent;
  Object.defineProperty(logger, 'child', {
    value(this: Logger, bindings: Bindings, options?: ChildLoggerOptions): Logger {
      return parent.child.call(this, censor(bindings), options);
    },
  });
  return logger;
}

/** The same text without the secrets that addresses, headers and connection strings in it carry. */
function censorText(text: string): string {
  return SECRETS_IN_TEXT.reduce((censored, [pattern, replacement]) => censored.replace(pattern, replacement), text);
}

function contextFields(): object {
  const context = currentContext();
  if (!context) return {};
  const { requestId, correlationId, actor } = context;
  return { requestId, correlationId, ...(actor && { actor: `${actor.kind}:${actor.id}` }) };
}

/** Only what tells of the fault: errors of clients drag their whole request, with its headers, along. */
function errorFields(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, ...('code' in error && { code: String(error.code) }) };
}

function censor(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Error) return errorFields(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth === MAX_DEPTH) return '[…]';
  if (Array.isArray(value)) return value.map((item) => censor(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_NAME.test(name) && holdsText(field) ? CENSORED : censor(field, depth + 1),
    ]),
  );
}

/** A count of tokens is no token. */
const holdsText = (field: unknown): boolean =>
  typeof field === 'string' || (typeof field === 'object' && field !== null);
