import { away, refused, type Probed } from './probe.ts';

/** What stands between here and a host, by the code of Node's error. */
const absences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'nobody knows that name',
  EAI_AGAIN: 'names cannot be looked up now',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
};

/** What is the matter with a certificate, by OpenSSL's code. */
const distrust: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is made out to another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known here',
};

const NOT_TLS = /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/;
const OTHER_DISTRUST = /^(CERT_|CRL_|UNABLE_TO_|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE|HOSTNAME_MISMATCH)/;

export interface Host {
  /** With its kind, as `PostgreSQL at db:5432`. */
  readonly name: string;
  /** What to do about a certificate that is not trusted. */
  readonly trust: string;
  /** What to do where it has no TLS though TLS is asked for. */
  readonly plain: string;
}

/** What an error of connecting says of the host; undefined for one that tells of something else. */
export function connectionFault(error: unknown, { name, trust, plain }: Host): Probed | undefined {
  for (const { code, message } of codesOf(error)) {
    const absence = absences[code];
    if (absence !== undefined) return away(absence);
    if (NOT_TLS.test(code)) return refused(`${name} does not speak TLS: ${plain}`);
    const reason = distrust[code] ?? (OTHER_DISTRUST.test(code) ? message : undefined);
    if (reason !== undefined) return refused(`The certificate of ${name} is not trusted (${reason}): ${trust}`);
  }
  return undefined;
}

interface Coded {
  readonly code: string;
  readonly message: string;
}

/**
 * The codes of an error, of what caused it and of what it gathers: Node tries all addresses of a name and tells of
 * each.
 */
function codesOf(error: unknown, depth = 4): Coded[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const { code } = error as { code?: unknown };
  const own = typeof code === 'string' ? [{ code, message: error.message }] : [];
  const chained = 'chainedError' in error ? error.chainedError : undefined; // as NATS' client has it
  const inner = [...(error instanceof AggregateError ? (error.errors as unknown[]) : []), error.cause, chained];
  return [...own, ...inner.flatMap((one) => codesOf(one, depth - 1))];
}
