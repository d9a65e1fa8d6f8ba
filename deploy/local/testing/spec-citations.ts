/** A page of docs/spec, reduced to what can be cited. */
export interface SpecPage {
  /** Numbers of headings, such as `2.8`. */
  sections: ReadonlySet<string>;
  /** Headings and terms in bold, each with the numbers of the sections around it. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Pages by their names, without `.md`. */
export type Spec = ReadonlyMap<string, SpecPage>;

const PLACE = String.raw`§\d+(?:\.\d+)*(?: "[^"\n]+")?|"[^"\n]+"|[AF]\d+`;
const CITATION = new RegExp(String.raw`\bspec: ([a-z]+(?:-[a-z]+)*) ((?:${PLACE})(?:, (?:${PLACE}))*)`, 'g');
const PLACES = new RegExp(PLACE, 'g');
const COMMENT = /(?:\/\/|\/\*|^\s*\*)(.*)/;
/** Other documents have sections of their own. */
const FOREIGN_SECTION = /\bRFC \d+ §[\d.]+/g;
const CITED = '\0';
/** What is left of another form, and a name behind a citation that lacks its quotes. */
const MALFORMED = new RegExp(String.raw`\bspec[:,] |§|${CITED}(?:, [A-Z]| and | \()`);
const NOTE = /\b[A-Z][A-Z-]+\.md\b/g;

/** Reads the headings and the terms in bold of a page. */
export function readSpecPage(markdown: string): SpecPage {
  const sections = new Set<string>();
  const names = new Map<string, Set<string>>();
  const open: { level: number; section: string | undefined }[] = [];
  const remember = (name: string): void => {
    const around = names.get(name) ?? new Set();
    for (const { section } of open) if (section !== undefined) around.add(section);
    names.set(name, around);
  };
  for (const line of markdown.split('\n')) {
    const [, marks, section, title] = /^(#+) (?:(\d+(?:\.\d+)*) )?(.+)$/.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop();
      open.push({ level: marks.length, section });
      if (section !== undefined) sections.add(section);
      remember(title);
    }
    for (const [, name] of line.matchAll(/\*\*([^*]+)\*\*/g)) if (name !== undefined) remember(name);
  }
  return { sections, names };
}

/** Returns a sentence for each citation in a source that does not resolve, and for each that has another form. */
export function citationProblems(path: string, source: string, spec: Spec, notes: ReadonlySet<string>): string[] {
  return source.split('\n').flatMap((line, index) => {
    const [, comment] = COMMENT.exec(line) ?? [];
    if (comment === undefined) return [];
    const unresolved = [...comment.matchAll(CITATION)].flatMap(([, page = '', places = '']) =>
      unresolvedPlaces(spec.get(page), places).map((place) => `docs/spec/${page}.md has no ${place}`),
    );
    const rest = comment.replaceAll(CITATION, CITED).replaceAll(FOREIGN_SECTION, '');
    const malformed = MALFORMED.test(rest) ? [`not a citation as docs/spec/README.md defines it:${comment}`] : [];
    const missing = (comment.match(NOTE) ?? []).filter((note) => !notes.has(note));
    return [...unresolved, ...malformed, ...missing.map((note) => `the repository has no ${note}`)].map(
      (problem) => `${path}:${index + 1}: ${problem}`,
    );
  });
}

/** Returns a sentence for each reference between the pages, or inside one, that does not resolve. */
export function referenceProblems(name: string, markdown: string, spec: Spec): string[] {
  const prose = markdown.replaceAll(/`[^`\n]*`/g, '');
  const sections = [...prose.matchAll(/(?:\b([a-z]+(?:-[a-z]+)+) )?(§\d+(?:\.\d+)*)/g)].map(
    ([, page = name, place = '']) => ({ page, place }),
  );
  const rulings = [...prose.matchAll(/\brulings? ("[^"\n]+"(?:(?:, | and )"[^"\n]+")*)/gi)].flatMap(([, titles = '']) =>
    (titles.match(/"[^"]+"/g) ?? []).map((place) => ({ page: 'rulings', place })),
  );
  return [...sections, ...rulings].flatMap(({ page, place }) =>
    unresolvedPlaces(spec.get(page), place).map((missing) => `${name}.md: docs/spec/${page}.md has no ${missing}`),
  );
}

function unresolvedPlaces(page: SpecPage | undefined, places: string): string[] {
  return (places.match(PLACES) ?? []).filter((place) => {
    const [, section, quoted] = /^(?:§([\d.]+))?(?: ?"(.+)")?$/.exec(place) ?? [];
    const named = quoted ?? (section === undefined ? place : undefined);
    const around = named === undefined ? undefined : page?.names.get(named);
    const hasSection = section === undefined || page?.sections.has(section) === true;
    const hasName = named === undefined || (around !== undefined && (section === undefined || around.has(section)));
    return !hasSection || !hasName;
  });
}
