import { brand } from '../brand.ts';
import type { Making } from './making.ts';
import { unsigned, type ImageName, type Signed } from './statement.ts';

/** As the IPTC names them: made by a model that learned from pictures, or by a program that follows rules alone. */
const sourceTypeOf = (making: Making | undefined): string =>
  `http://cv.iptc.org/newscodes/digitalsourcetype/${making?.trained ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'}`;

const termsAddress = `https://${brand.site}/terms-conditions`;

/**
 * What every file says of itself. ASCII, since EXIF has nothing else; no word of the prompt, for a file outlives its
 * erasure.
 */
export const licence = {
  notice: `Licensed through ${brand.name} (${brand.site})`,
  terms:
    `Licensed by ${brand.name} to the member who made or bought this image. ` +
    `Use, resale and merchandise are subject to the licence at ${termsAddress}`,
  address: termsAddress,
} as const;

export interface DescribedImage extends ImageName {
  /** Of a file that is larger than its image: 'enlarged from 4K'. */
  readonly enlarged?: string | undefined;
  /** Absent for a picture of the built-in renderer. */
  readonly making?: Making | undefined;
}

/** What is said of its size; undefined where it has the pixels in which it was made. */
function sizeRemarkOf({ enlarged, making }: DescribedImage): string | undefined {
  const remarks = [enlarged, making?.enlarged && 'made smaller and enlarged'];
  return remarks.filter(Boolean).join(', ') || undefined;
}

/** Of the fields of EXIF's first directory those that programs show. */
export const exifOfImage = (image: DescribedImage): Record<string, string> => ({
  Software: brand.name,
  Artist: brand.name,
  Copyright: `${licence.notice}. ${licence.terms}`,
  ImageDescription: [`Image ${image.generationId}, variant ${image.variantId}`, sizeRemarkOf(image)]
    .filter(Boolean)
    .join(', '),
});

/**
 * The same as RDF: `dc:identifier` is the image's id, `dc:source` the variant that it was made of; signed, it says so
 * of this file alone.
 */
const rdfOfImage = (image: DescribedImage, { digest, signature }: Signed): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:xmp="http://ns.adobe.com/xap/1.0/"
  xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
  xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  xmlns:easel="https://${brand.site}/ns/origin/1/">
<dc:identifier>${inXml(image.generationId)}</dc:identifier>
<dc:source>urn:uuid:${inXml(image.variantId)}</dc:source>${descriptionOf(sizeRemarkOf(image))}
<dc:creator><rdf:Seq><rdf:li>${inXml(brand.name)}</rdf:li></rdf:Seq></dc:creator>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${inXml(licence.notice)}</rdf:li></rdf:Alt></dc:rights>
<xmp:CreatorTool>${inXml(brand.name)}</xmp:CreatorTool>
<xmpRights:Marked>True</xmpRights:Marked>
<xmpRights:WebStatement>${inXml(licence.address)}</xmpRights:WebStatement>
<xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">${inXml(licence.terms)}</rdf:li></rdf:Alt></xmpRights:UsageTerms>
<Iptc4xmpExt:DigitalSourceType>${sourceTypeOf(image.making)}</Iptc4xmpExt:DigitalSourceType>
<easel:digest>${digest}</easel:digest>
<easel:signature>${signature}</easel:signature>
</rdf:Description>
</rdf:RDF>`;

const descriptionOf = (text: string | undefined): string =>
  text === undefined
    ? ''
    : `\n<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${inXml(text)}</rdf:li></rdf:Alt></dc:description>`;

/** An XMP packet, read-only: nobody rewrites it in place. */
export const xmpOfImage = (image: DescribedImage, signed: Signed = unsigned): string =>
  `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
${rdfOfImage(image, signed)}
</x:xmpmeta>
<?xpacket end="r"?>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const inXml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
