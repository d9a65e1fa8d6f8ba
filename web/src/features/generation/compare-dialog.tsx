import type { CSSProperties } from 'react';
import { counted } from '../../lib/figures.ts';
import { Picture } from '../../ui/picture.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { detailsOf } from '../images/details-of.ts';
import { askedAs } from '../images/image-details.ts';
import { madeBy, useProviders, type Providers } from '../providers/providers-query.ts';
import styles from './compare-dialog.module.css';
import type { ResultImage } from './result-deeds.ts';

interface CompareDialogProps {
  pair: readonly [ResultImage, ResultImage];
  onClose: () => void;
}

/** Two images beside each other, and in what they differ. */
export default function CompareDialog({ pair, onClose }: CompareDialogProps) {
  const providers = useProviders();
  const [left, right] = pair.map((image) => saidOf(providers, image));
  const names = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])];
  const different = names.filter((name) => left?.get(name) !== right?.get(name));
  return (
    <TitledDialog title="Compare" onClose={onClose} className={styles.dialog}>
      <div className={styles.pair}>
        {pair.map(({ generation, variantIndex }, index) => {
          const image = generation.variants[variantIndex];
          return (
            image && (
              <figure key={index} style={{ '--ratio': image.width / image.height } as CSSProperties}>
                <Picture
                  src={image.image_url}
                  alt={askedAs(generation, variantIndex).original_prompt}
                  width={image.width}
                  height={image.height}
                  thumbhash={image.thumbhash}
                  eager
                />
                <figcaption className="visually-hidden">{`Picture ${index + 1}`}</figcaption>
              </figure>
            )
          );
        })}
      </div>
      {different.length === 0 ? (
        <p className={styles.same}>Both were made with the same settings.</p>
      ) : (
        <table className={styles.table}>
          <caption>{`${counted(different.length, 'difference')}`}</caption>
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Picture 1</th>
              <th scope="col">Picture 2</th>
            </tr>
          </thead>
          <tbody>
            {different.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{left?.get(name) ?? '–'}</td>
                <td>{right?.get(name) ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledDialog>
  );
}

/** What is said of an image, by name; how long it took is no setting. */
function saidOf(providers: Providers, { generation, variantIndex }: ResultImage): ReadonlyMap<string, string> {
  const asked = askedAs(generation, variantIndex);
  const details = detailsOf(generation, variantIndex, madeBy(providers, asked.metadata.provider)).filter(
    ([name]) => name !== 'Processing time',
  );
  return new Map([['Prompt', asked.original_prompt], ...details]);
}
