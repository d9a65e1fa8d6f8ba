import { curatorProblems, curatorsHttp } from '@easel/contracts/curators/http';
import { CURATOR_SHARE_PERCENT } from '@easel/contracts/earnings/policy';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp, peopleProblems } from '@easel/contracts/people/http';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { call } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { memberIn } from './member-in.ts';

/** Appoints a member, who is named by id, public name or profile address. */
export default function AppointDialog({ onClose }: { onClose: () => void }) {
  const appoint = useAction(curatorsHttp.appoint);
  const notify = useNotify();
  const [typed, setTyped] = useState('');

  async function submit(reason: string, key: string) {
    try {
      const id = await memberIdOf(typed);
      await appoint({ params: { id }, body: { curator: true, reason } }, key);
    } catch (error) {
      throw inOurWords(error);
    }
    notify(`${typed.trim()} is a curator`, { type: 'success' });
  }

  return (
    <ReasonDialog title="Appoint a curator" action="Appoint" onClose={onClose} onConfirm={submit}>
      <Typography sx={{ mb: 2 }}>
        From now on the member’s public pictures are sold for dollars at the member’s own prices, and{' '}
        {CURATOR_SHARE_PERCENT}% of the net are theirs. They can describe a section, which is shown on their public page
        and listed in the public gallery.
      </Typography>
      <TextField
        label="Member"
        required
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        helperText="The member’s id, public name, or profile address"
        slotProps={{ htmlInput: { maxLength: 300, autoCapitalize: 'none', spellCheck: false } }}
      />
    </ReasonDialog>
  );
}

async function memberIdOf(typed: string): Promise<string> {
  const member = memberIn(typed);
  if (!member) throw new Error('Enter a member’s id, public name, or profile address, such as /u/name');
  if ('id' in member) return member.id;
  const { person } = await call(peopleHttp.person, { params: member });
  return person.id;
}

const words: Readonly<Record<string, string>> = {
  [peopleProblems.notFound.code]: 'Nobody has a public page under this name. Hidden members are found by their id.',
  [curatorProblems.notFound.code]: 'There is no member with this id',
};

const inOurWords = (error: unknown): unknown =>
  error instanceof ApiError && words[error.code] !== undefined ? new Error(words[error.code]) : error;
