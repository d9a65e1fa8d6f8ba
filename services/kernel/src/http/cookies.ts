/** The pairs of a Cookie header. Values we set need no decoding: they are base64url or `name=number` pairs. */
export function cookiesOf(header: string | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').map((part) => {
    const [name = '', ...value] = part.trim().split('=');
    return [name, value.join('=')];
  });
}

/** One cookie out of a Cookie header. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  cookiesOf(header).find(([key]) => key === name)?.[1];
