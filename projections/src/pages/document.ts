import { brand } from '@easel/contracts/brand';
import type { Generation } from '@easel/contracts/generation/http';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import { personPath } from '@easel/contracts/people/policy';
import type { RenderedPage } from '@easel/contracts/pages/rendered-page';
import { categoryNamed } from '@easel/contracts/search/category-name';

/** Where a picture's page is. */
const picturePath = ({ id }: Generation): string => `/image/${id}`;

/** The same page at both addresses: this one counts. */
const FRONT_DOOR = '/search';
/** Of what stands after the question mark, what makes another page. */
const TELLING = 'category';
/** What is searched for, and what is between two people, is for nobody's index. */
const UNLISTED = /[?&](?:q|search|like|token|status)=/;

const LINK_PICTURE = { width: 1200, height: 630 };

/** Puts a rendered page into its document. `site` is the site's address, `address` the page's path and query. */
export function documentOf(template: string, page: RenderedPage, { site, address }: { site: string; address: string }) {
  const tags = [...metadata(page, { site, address }), ...structured(page, { site, address })].join('');
  return template
    .replace('<!--head-->', () => page.head + tags)
    .replace('<!--body-->', () => page.body)
    .replace('<!--data-->', () => page.data);
}

/** The one address of a page that may be reached by several. */
export function canonicalPath(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://here.invalid');
  const path = pathname === '/' ? FRONT_DOOR : pathname.replace(/\/+$/, '');
  const category = searchParams.get(TELLING);
  return category === null ? path : `${path}?${new URLSearchParams({ [TELLING]: categoryNamed(category) }).toString()}`;
}

/** For search engines and for previews of links. Gone when the app takes over: it is true of this address alone. */
function metadata({ head, about }: RenderedPage, { site, address }: { site: string; address: string }): string[] {
  // React has escaped them for text, and escapes quotes as well.
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? brand.name;
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1] ?? '';
  const canonical = escaped(site + canonicalPath(address));
  const { picture } = about;
  const image = picture ? `${site}/api/images/link/${picture.id}.jpg` : `${site}/link-picture.png`;
  const property = (name: string, content: string) => `<meta data-boot property="og:${name}" content="${content}">`;
  return [
    `<link data-boot rel="canonical" href="${canonical}">`,
    ...(UNLISTED.test(address) ? ['<meta data-boot name="robots" content="noindex">'] : []),
    property('site_name', brand.name),
    property('type', about.person ? 'profile' : 'website'),
    property('title', title),
    property('description', description),
    property('url', canonical),
    property('image', escaped(image)),
    property('image:width', String(LINK_PICTURE.width)),
    property('image:height', String(LINK_PICTURE.height)),
    property('image:alt', picture ? escaped(picture.original_prompt) : brand.name),
    '<meta data-boot name="twitter:card" content="summary_large_image">',
  ];
}

/** schema.org, for whoever reads it. */
function structured({ about }: RenderedPage, { site, address }: { site: string; address: string }): string[] {
  const { picture, person } = about;
  const facts: object[] = [];
  if (picture) facts.push(imageObject(picture, site));
  if (person) {
    const { name, pictures } = person;
    facts.push({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name,
        url: site + personPath(name),
        agentInteractionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: 'https://schema.org/WriteAction',
          userInteractionCount: pictures,
        },
      },
    });
  }
  if (canonicalPath(address) === FRONT_DOOR) {
    facts.push({
      '@type': 'WebSite',
      name: brand.name,
      url: site,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    });
  }
  return facts.map((fact) => {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...fact }).replaceAll('<', '\\u003c');
    return `<script data-boot type="application/ld+json">${json}</script>`;
  });
}

function imageObject(picture: Generation, site: string): object {
  const [cover] = picture.variants;
  const author = picture.author ? { name: picture.author.name, url: site + personPath(picture.author.name) } : null;
  return {
    '@type': 'ImageObject',
    name: picture.original_prompt,
    url: site + picturePath(picture),
    ...(cover && {
      contentUrl: site + cover.image_url,
      thumbnailUrl: site + cover.thumbnail_url,
      width: cover.width,
      height: cover.height,
    }),
    datePublished: picture.created_at,
    creditText: author?.name ?? brand.name,
    ...(author && { creator: { '@type': 'Person', ...author } }),
    digitalSourceType: `https://schema.org/${sourceOf(cover?.provider ?? picture.metadata.provider)}DigitalSource`,
    license: `${site}/terms-conditions`,
    acquireLicensePage: site + picturePath(picture),
  };
}

/** As schema.org names them: a program that follows rules alone, or a model that learned from pictures. */
const sourceOf = (provider: string): string => (isBuiltIn(provider) ? 'AlgorithmicMedia' : 'TrainedAlgorithmicMedia');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
