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
  onChange: (references: Reference[]) => void;
  onClose: () => void;
}

const sources = [
  { name: 'Yours', Pictures: OwnPictures },
  { name: 'Bought', Pictures: BoughtPictures },
  { name: 'Uploads', Pictures: UploadedPictures },
];

/** Dialog to choose reference pictures. Each press adds or removes one immediately. */
export default function ReferencePicker({ chosen, most, onChange, onClose }: ReferencePickerProps) {
  const [from, setFrom] = useState('Yours');
  const isChosen = (one: Reference) => chosen.some(({ kind, id }) => kind === one.kind && id === one.id);
  const toggle = (one: Reference) =>
    onChange(isChosen(one) ? chosen.filter(({ kind, id }) => kind !== one.kind || id !== one.id) : [...chosen, one]);
  return (
    <TitledDialog title="Add reference pictures" className={styles.dialog} onClose={onClose}>
      <ChoiceGroup legend="From" layout="row">
        {sources.map(({ name }) => (
          <Choice key={name} name="reference-source" checked={from === name} onChange={() => setFrom(name)}>
            {name}
          </Choice>
        ))}
      </ChoiceGroup>
      {sources.map(
        ({ name, Pictures }) =>
          from === name && <Pictures key={name} isChosen={isChosen} isFull={chosen.length >= most} onToggle={toggle} />,
      )}
      <div className={styles.foot}>
        <p role="status">{`${chosen.length} of ${most} chosen`}</p>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </TitledDialog>
  );
}
