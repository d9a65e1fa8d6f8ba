import { imageCounts, priceTenths, resolutions } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { formatCredits } from '../../lib/figures.ts';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import styles from './help-dialog.module.css';

const prices = resolutions
  .map((resolution) => `${resolution.toUpperCase()} ${formatCredits(tenthsToCredits(priceTenths(resolution, 1)))}`)
  .join(', ');

const TOPICS: readonly { name: string; text: string }[] = [
  {
    name: 'Prompt',
    text: 'Say what is to be seen: the subject first, then place, light, colours. The negative prompt, under Advanced, says what is not. Ctrl + Enter generates from anywhere on the page.',
  },
  {
    name: 'Enhance',
    text: 'Where the built-in renderer makes the picture, it says what your prompt leaves open: where, in what weather, in what light. You see the words before they are used, and all of them will be drawn.',
  },
  {
    name: 'Made for',
    text: 'A T-shirt print is square, with a transparent background. A poster has one of the poster shapes.',
  },
  {
    name: 'Price',
    text: `An image costs ${prices}; ${imageCounts.slice(1).join(' or ')} images cost as many times that. Who makes it may cost more or less: the price is shown before you order. What fails or is cancelled costs nothing.`,
  },
  {
    name: 'Seed',
    text: 'The same seed with the same settings makes the same image again, if its provider has seeds. Left empty, chance picks one.',
  },
  {
    name: 'Several prompts',
    text: 'Batch takes every line of the prompt as a prompt of its own, all with the settings of the form, accepted together or not at all.',
  },
  {
    name: 'Your work',
    text: 'Pictures of the last thirty days, with what can be done under each: download, make a variant, use its settings; under More publish it, use its seed, compare it with another. A batch stands on one sheet, to be downloaded as one file.',
  },
  {
    name: 'Downloads',
    text: 'An image can be downloaded in its own size, in every smaller one, and one size larger. The larger one is enlarged: it is resampled and has no more detail.',
  },
  {
    name: 'Queue',
    text: 'You can order again while images are being made, leave the page, or close it: they are finished meanwhile and wait in your gallery.',
  },
];

export default function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog title="How the studio works" className={styles.help} onClose={onClose}>
      <dl className={styles.topics}>
        {TOPICS.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </TitledDialog>
  );
}
