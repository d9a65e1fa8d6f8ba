import type { Generation } from '@easel/contracts/generation/http';
import { Download, FolderPlus, Globe, GlobeLock, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { focusHeading } from '../../lib/focus.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCollecting } from '../images/collecting.ts';
import { usePublish } from './actions.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './selection-bar.module.css';
import { useSelection } from './selection.ts';
import { useZip } from './zip.ts';

interface SelectionActionsProps {
  /** What can be done besides with those that are chosen, where they are shown; `done` chooses none any more. */
  more?: (chosen: readonly Generation[], done: () => void) => ReactNode;
}

/** What can be done with all that is chosen; `SelectionBar` shows it. */
export default function SelectionActions({ more }: SelectionActionsProps) {
  const { chosen, clear } = useSelection();
  const [deleting, setDeleting] = useState(false);
  const zip = useZip();
  const publish = usePublish();
  const { openCollect } = useCollecting();
  const generations = [...chosen.values()];
  const done = () => {
    clear();
    focusHeading();
  };
  const makePublic = (isPublic: boolean) =>
    publish.mutate(
      { generations: generations.filter((one) => one.isPublic !== isPublic), isPublic },
      { onSuccess: done },
    );

  return (
    <>
      {chosen.size > 0 && (
        <div className={styles.bar} role="group" aria-label="Selected images">
          <p>{`${chosen.size} selected`}</p>
          <IconButton label="Download as zip" disabled={zip.isPending} onClick={() => zip.mutate(generations)}>
            <Download size={20} />
          </IconButton>
          <IconButton label="Add to a collection" onClick={() => openCollect(generations, done)}>
            <FolderPlus size={20} />
          </IconButton>
          {more?.(generations, done)}
          <IconButton
            label="Make public"
            disabled={publish.isPending || generations.every((one) => one.isPublic)}
            onClick={() => makePublic(true)}
          >
            <Globe size={20} />
          </IconButton>
          <IconButton
            label="Make private"
            disabled={publish.isPending || generations.every((one) => !one.isPublic)}
            onClick={() => makePublic(false)}
          >
            <GlobeLock size={20} />
          </IconButton>
          <IconButton label="Delete selected" onClick={() => setDeleting(true)}>
            <Trash2 size={20} />
          </IconButton>
          <IconButton label="Clear the selection" onClick={done}>
            <X size={20} />
          </IconButton>
        </div>
      )}
      {deleting && (
        <DeleteDialog
          generations={generations}
          onDeleted={() => {
            setDeleting(false);
            done();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
