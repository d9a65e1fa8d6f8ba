export interface Part {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** So many words a side are compared; of longer prompts the rest is told as it stands. */
const WORDS = 400;

/** What became of a prompt, word by word: what stayed, what went and what came, in the order in which it reads. */
export function promptDifference(before: string, after: string): Part[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const common = commonLengths(was, is);
  const parts: Part[] = [];
  const say = (kind: Part['kind'], word: string): void => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += ` ${word}`;
    else parts.push({ kind, text: word });
  };
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [old, fresh] = [was[i], is[j]];
    if (old !== undefined && old === fresh) {
      say('same', old);
      i++;
      j++;
    } else if (old !== undefined && (fresh === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      say('removed', old);
      i++;
    } else if (fresh !== undefined) {
      say('added', fresh);
      j++;
    }
  }
  return parts;
}

function wordsOf(prompt: string): string[] {
  const words = prompt.split(/\s+/).filter(Boolean);
  return words.length <= WORDS ? words : [...words.slice(0, WORDS), words.slice(WORDS).join(' ')];
}

const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** By where the two go on from, how many words they have in common, in the same order. */
function commonLengths(was: readonly string[], is: readonly string[]): number[][] {
  const table = Array.from({ length: was.length + 1 }, () => Array<number>(is.length + 1).fill(0));
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = is.length - 1; j >= 0; j--) {
      const longest =
        was[i] === is[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
      (table[i] ?? [])[j] = longest;
    }
  }
  return table;
}
