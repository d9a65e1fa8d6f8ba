import { unsettableIn, unsettableMessage } from '@easel/contracts/generation/lexicon/letters';
import { letteringOf, sayingOf } from '@easel/contracts/generation/lexicon/saying';
import { LETTERING_MAX } from '@easel/contracts/generation/policy';
import { Plus, X } from 'lucide-react';
import { useValues } from '../../lib/live-form.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { StudioFieldProps } from './chosen.ts';

/**
 * The words that a picture will bear, as the prompt has them until somebody changes or removes them. An image takes an
 * occasion only where it is chosen.
 */
export default function WordsField({ form, chosen: { isBuiltIn } }: StudioFieldProps) {
  const { mode, prompt, lettering } = useValues(form, ['mode', 'prompt', 'lettering']);
  const own = letteringOf(prompt);
  const isOwn = mode !== 'image' || sayingOf(prompt)?.quoted === true;
  const words = lettering ?? (isOwn ? own : '');
  // Others set letters in no typefaces of ours.
  const unsettable = isBuiltIn ? unsettableIn(words) : [];
  const set = (text: string) => form.setValue('lettering', text, { shouldValidate: true });
  return (
    <TextField
      label="Words in the picture"
      value={words}
      maxLength={LETTERING_MAX}
      autoComplete="off"
      placeholder="None"
      hint="Taken from the prompt: what stands in quotation marks, or an occasion with its day"
      error={unsettable.length > 0 ? unsettableMessage(unsettable) : form.formState.errors.lettering?.message}
      onChange={(event) => set(event.target.value)}
      trailing={
        words !== '' ? (
          <IconButton label="Remove the words" onClick={() => set('')}>
            <X size={20} />
          </IconButton>
        ) : (
          own !== '' && (
            <IconButton label="Take the words of the prompt" onClick={() => set(own)}>
              <Plus size={20} />
            </IconButton>
          )
        )
      }
    />
  );
}
