import type { Generation } from '@easel/contracts/generation/http';
import { askedFor } from '@easel/contracts/generation/lexicon/asked';
import { toldOf } from '@easel/contracts/generation/lexicon/telling';
import { understandingOf } from '@easel/contracts/generation/lexicon/understanding';
import { styles } from '@easel/contracts/generation/policy';

/** What the built-in renderer made of a picture's prompt, as rows of its details. */
export default function UnderstoodRows({
  generation: { original_prompt: prompt, metadata },
}: {
  generation: Generation;
}) {
  const asked = askedFor({
    prompt,
    negativePrompt: metadata.negative_prompt ?? '',
    style: styles.find((one) => one === metadata.style) ?? 'auto',
    transparent: metadata.generation_parameters.isTshirtDesign,
    lettering: metadata.lettering,
  });
  const understanding = understandingOf(asked, prompt);
  const { drawn, instead, missing } = toldOf(understanding);
  const rows: [name: string, value: string | null][] = [
    [
      'Drawn',
      understanding.understood.length > 0 ? [drawn, instead].filter(Boolean).join(', ') : 'An abstract composition',
    ],
    ['Left out', understanding.understood.length > 0 ? missing : understanding.missing.join(', ') || null],
    ['Words in it', asked.saying?.quoted === true ? asked.saying.text : null],
  ];
  return rows.map(
    ([name, value]) =>
      value !== null && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
  );
}
