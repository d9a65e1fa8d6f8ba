import { generationProblems } from '@easel/contracts/generation/http';
import { askedFor, type Request } from '@easel/contracts/generation/lexicon/asked';
import { unsettableIn, unsettableMessage } from '@easel/contracts/generation/lexicon/letters';
import { understandingOf } from '@easel/contracts/generation/lexicon/understanding';
import { Refused } from '@easel/contracts/kernel/problem';

/** Returns the refusal of words that the picture would show without some of their characters; null for all others. */
export function unsettableRefusal(request: Request): Refused | null {
  const { prompt, lettering } = request;
  // Which words the picture shows takes longer to find out, and few requests need it.
  if (unsettableIn(lettering ?? prompt).length === 0) return null;
  const { unsettable } = understandingOf(askedFor(request), prompt);
  if (unsettable.length === 0) return null;
  const message = unsettableMessage(unsettable);
  return new Refused(generationProblems.unsettableCharacters, {
    message,
    errors: [{ path: lettering === undefined ? 'prompt' : 'lettering', message }],
    characters: unsettable,
  });
}
