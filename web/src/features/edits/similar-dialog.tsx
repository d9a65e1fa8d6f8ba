import type { Similarity } from '@easel/contracts/generation/policy';
import { useState } from 'react';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { EditForm } from './edit-form.tsx';
import type { EditProps } from './edit-props.ts';
import { useOrderVariant } from './order-variant.ts';
import styles from './edits.module.css';

const ways: readonly { value: Similarity; name: string; text: string }[] = [
  { value: 'subtle', name: 'Subtle', text: 'Keeps most of it, and changes details.' },
  { value: 'strong', name: 'Strong', text: 'Keeps its subject and mood in a new composition.' },
];

/** Dialog "More like this", which orders a variation of a picture. */
export default function SimilarDialog({ generation, variant, onOrdered, onClose }: EditProps) {
  const [similar, setSimilar] = useState<Similarity>('subtle');
  const [prompt, setPrompt] = useState(generation.original_prompt);
  const order = useOrderVariant({ generation, wish: { references: 1 }, onOrdered, onClose });
  return (
    <EditForm
      title="More like this"
      note="The picture is sent as a reference. The result becomes a variant of this picture."
      promptLabel="Prompt"
      prompt={prompt}
      onPrompt={setPrompt}
      order={order}
      onSubmit={(wanted) => order.submit(() => ({ prompt: wanted, similar, variant_id: variant.id }))}
      onClose={onClose}
    >
      <ChoiceGroup legend="How much of it changes" layout="row">
        {ways.map(({ value, name }) => (
          <Choice key={value} name="similar" checked={similar === value} onChange={() => setSimilar(value)}>
            {name}
          </Choice>
        ))}
      </ChoiceGroup>
      <p className={styles.note}>{ways.find(({ value }) => value === similar)?.text}</p>
    </EditForm>
  );
}
