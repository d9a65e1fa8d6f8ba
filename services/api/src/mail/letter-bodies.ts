import { brand } from '@easel/contracts/brand';
import { escapeHtml } from './html.ts';
import type { Letter } from './mails.ts';

/** A letter as text and as simple HTML; `address` is the site's, without a slash at its end. */
export function letterBodies(letter: Letter, address: string): { text: string; html: string } {
  const { paragraphs, action, footnotes = [] } = letter;
  const link = action && { label: action.label, url: address + action.path };
  const farewell = `${brand.name} · ${address}`;
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...footnotes, `-- \n${farewell}`];
  const paragraph = (content: string): string => `<p>${content}</p>`;
  const html = [
    ...paragraphs.map((line) => paragraph(escapeHtml(line))),
    ...(link
      ? [paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`), paragraph(escapeHtml(link.url))]
      : []),
    ...footnotes.map((line) => paragraph(`<small>${escapeHtml(line)}</small>`)),
    paragraph(`<small>${escapeHtml(farewell)}</small>`),
  ];
  return {
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head>\n<body>\n${html.join('\n')}\n</body></html>\n`,
  };
}
