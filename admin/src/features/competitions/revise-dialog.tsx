import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { challengeTitle } from './challenge-texts.ts';
import { neededWords, ThemeFields } from './theme-fields.tsx';

interface Props {
  challenge: CompetitionRecord;
  onDone: () => void;
  onClose: () => void;
}

/** Changes theme and description of a challenge that has not opened. */
export function ReviseDialog({ challenge, onDone, onClose }: Props) {
  const revise = useAction(competitionsConsoleHttp.revise);
  const notify = useNotify();
  const [words, setWords] = useState({ theme: challenge.theme, description: challenge.description });
  return (
    <FormDialog
      title={`Change the theme: ${challengeTitle(challenge)}`}
      action="Change theme"
      onSubmit={async () => {
        await revise({ params: { id: challenge.id }, body: neededWords(words) });
        notify('The theme is changed', { type: 'success' });
        onDone();
      }}
      onClose={onClose}
    >
      {(isBusy) => (
        <ThemeFields words={words} onChange={(changes) => setWords({ ...words, ...changes })} isBusy={isBusy} />
      )}
    </FormDialog>
  );
}
