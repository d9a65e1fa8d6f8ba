import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f5f6f8, #14161a); color: light-dark(#1a1d23, #eceef2); }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 1rem; }
section, .notice { background: light-dark(#fff, #1e2127); border: 1px solid light-dark(#8a8f99, #6d737e); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; font-weight: inherit; padding: .35rem 0; vertical-align: top; }
td { text-align: right; white-space: nowrap; }
tfoot th, tfoot td { font-weight: 600; border-top: 1px solid light-dark(#8a8f99, #6d737e); }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
input { box-sizing: border-box; width: 100%; min-height: 44px; font: inherit; padding: .5rem; color: inherit; background: light-dark(#fff, #14161a); border: 1px solid light-dark(#6b7079, #8b919c); border-radius: .35rem; }
button { min-height: 44px; width: 100%; margin-top: 1rem; font: inherit; font-weight: 600; color: #fff; background: #4b44c9; border: 1px solid #4b44c9; border-radius: .35rem; cursor: pointer; }
button.quiet { color: inherit; background: transparent; border-color: light-dark(#6b7079, #8b919c); }
a { color: light-dark(#3f38b5, #a9a5ff); display: inline-block; padding: .6rem 0; }
:focus-visible { outline: 3px solid light-dark(#3f38b5, #a9a5ff); outline-offset: 2px; }
.error { color: light-dark(#a3121f, #ff9aa2); margin: .5rem 0 0; font-weight: 600; }
.hint { color: light-dark(#4d525c, #b3b8c2); font-size: .9rem; margin: .5rem 0 0; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** HTML that needs no more escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | undefined | readonly Html[];

/** Escapes what is put in, unless it is HTML already. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  const filled = pieces.map((piece, index) => textOf(piece) + (parts[index + 1] ?? ''));
  return new Html((parts[0] ?? '') + filled.join(''));
}

function textOf(piece: Piece): string {
  if (piece === undefined) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map((one) => one.text).join('');
  return String(piece).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function document(title: string, body: Html): string {
  // The style stands as it is: its hash is in the policy.
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer"><title>${html`${title}`.text}</title><style>${STYLE}</style></head><body><main>${body.text}</main></body></html>`;
}

/**
 * @param leadsTo where a form's answer may redirect to: browsers hold that against form-action as well
 */
export function pageHeaders(leadsTo: readonly (string | null)[] = []): Record<string, string> {
  const origins = leadsTo.filter((url) => url !== null).map((url) => new URL(url).origin);
  const formAction = ["'self'", ...new Set(origins)].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

export const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
