import { brand } from '@easel/contracts/brand';
import { escapeHtml } from './html.ts';
import type { Letter } from './mails.ts';

interface Link {
  label: string;
  url: string;
}

/** A letter as text and as simple HTML; `address` is the site's, without a slash at its end. */
export function letterBodies(letter: Letter, address: string): { text: string; html: string } {
  const { paragraphs, action, links = [], footnotes = [], unsubscribe } = letter;
  const link = action && { label: action.label, url: address + action.path };
  const others = links.map(({ label, path }) => ({ label, url: address + path }));
  const leave = unsubscribe && { label: 'Unsubscribe', url: address + unsubscribe.page };
  const farewell = `${brand.name} · ${address}`;
  const text = [
    ...paragraphs,
    ...[...(link ? [link] : []), ...others].map(({ label, url }) => `${label}:\n${url}`),
    ...footnotes,
    ...(leave ? [`${leave.label}:\n${leave.url}`] : []),
    `-- \n${farewell}`,
  ];
  const paragraph = (content: string): string => `<p>${content}</p>`;
  const anchor = ({ label, url }: Link): string => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
  const html = [
    ...paragraphs.map((line) => paragraph(escapeHtml(line))),
    ...(link ? [paragraph(anchor(link)), paragraph(escapeHtml(link.url))] : []),
    ...others.map((other) => paragraph(anchor(other))),
    ...footnotes.map((line) => paragraph(`<small>${escapeHtml(line)}</small>`)),
    ...(leave ? [paragraph(`<small>${anchor(leave)}</small>`)] : []),
    paragraph(`<small>${escapeHtml(farewell)}</small>`),
  ];
  return {
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>\n<body>\n${html.join('\n')}\n</body></html>\n`,
  };
}
