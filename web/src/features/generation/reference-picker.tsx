import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { Reference } from '../images/reference.ts';
import { BoughtPictures, OwnPictures, UploadedPictures } from './reference-sources.tsx';
import styles from './reference-picker.module.css';

interface ReferencePickerProps {
  chosen: readonly Reference[];
  /** Most reference pictures. */
  most: number;
  /** A change of those that are chosen when it is applied: an upload ends when others may have been chosen. */
  onChange: (change: (chosen: readonly Reference[]) => Reference[]) => void;
  onClose: () => void;
}

const isSame = (one: Reference) => (other: Reference) => one.kind === other.kind && one.id === other.id;

const sources = [
  { name: 'Yours', Pictures: OwnPictures },
  { name: 'Bought', Pictures: BoughtPictures },
  { name: 'Uploads', Pictures: UploadedPictures },
];

/** Dialog to choose reference pictures. Each press adds or removes one immediately. */
export default function ReferencePicker({ chosen, most, onChange, onClose }: ReferencePickerProps) {
  const [from, setFrom] = useState('Yours');
  const isChosen = (one: Reference) => chosen.some(isSame(one));
  const remove = (one: Reference) => onChange((now) => now.filter((other) => !isSame(one)(other)));
  const add = (one: Reference) =>
    onChange((now) => (now.length >= most || now.some(isSame(one)) ? [...now] : [...now, one]));
  return (
    <TitledDialog title="Add reference pictures" className={styles.dialog} onClose={onClose}>
      <ChoiceGroup legend="From" layout="row">
        {sources.map(({ name }) => (
          <Choice key={name} name="reference-source" checked={from === name} onChange={() => setFrom(name)}>
            {name}
          </Choice>
        ))}
      </ChoiceGroup>
      <div className={styles.content}>
        {sources.map(
          ({ name, Pictures }) =>
            from === name && (
              <Pictures key={name} isChosen={isChosen} isFull={chosen.length >= most} onAdd={add} onRemove={remove} />
            ),
        )}
      </div>
      <div className={styles.foot}>
        <p role="status">{`${chosen.length} of ${most} chosen`}</p>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </TitledDialog>
  );
}
