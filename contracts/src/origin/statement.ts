/** An image, by the ids under which its origin can be looked up. */
export interface ImageName {
  readonly generationId: string;
  readonly variantId: string;
}

/** What makes a statement one of this house about one file. */
export interface Signed {
  /** SHA-256 of the file but for the packet that says so, in hexadecimal. */
  readonly digest: string;
  /** Of `statementText`, in hexadecimal. */
  readonly signature: string;
}

/** What a file says of where it came from. */
export interface Statement extends ImageName, Signed {}

const LENGTH = 64;

/** As long as the signed ones, so that these can take their place. */
export const unsigned: Signed = { digest: '0'.repeat(LENGTH), signature: '0'.repeat(LENGTH) };

/** For the keyed digest by which a statement is signed. */
export const ORIGIN_PURPOSE = 'image origin';

export const statementText = ({ generationId, variantId, digest }: Omit<Statement, 'signature'>): string =>
  `easel origin 1\n${generationId}\n${variantId}\n${digest}`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const HEX = `[0-9a-f]{${LENGTH}}`;
const SAID = new RegExp(
  [
    `<dc:identifier>(?<generationId>${UUID})</dc:identifier>`,
    `<dc:source>urn:uuid:(?<variantId>${UUID})</dc:source>`,
    `<easel:digest>(?<digest>${HEX})</easel:digest>`,
    `<easel:signature>(?<signature>${HEX})</easel:signature>`,
  ].join('[^]*'),
);

/** The statement in the text of a packet; undefined where it has none. */
export function statementIn(text: string): Statement | undefined {
  const { generationId, variantId, digest, signature } = SAID.exec(text)?.groups ?? {};
  if (!generationId || !variantId || !digest || !signature) return undefined;
  return { generationId, variantId, digest, signature };
}
