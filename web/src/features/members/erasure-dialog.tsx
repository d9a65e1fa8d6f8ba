import { erasureHttp, erasureRequest, type Erasure } from '@easel/contracts/erasure/http';
import { ERASURE_DAYS } from '@easel/contracts/erasure/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { memberProblems } from '@easel/contracts/members/problems';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { giveUpText, lossText, obstacleTexts } from './erasure-words.ts';
import styles from './erasure.module.css';
import { FormProblem } from './form-page.tsx';

interface ErasureDialogProps {
  /** Told to password managers. */
  username: string;
  erasure: Erasure;
  onClose: () => void;
}

const byCode = { [memberProblems.passwordWrong.code]: 'password' } as const;

/** Says what is lost before it is asked for, and asks for the password. */
export default function ErasureDialog({ username, erasure, onClose }: ErasureDialogProps) {
  const ask = useCommand(erasureHttp.request);
  const [problem, setProblem] = useState<string>();
  const givenUp = giveUpText(erasure);
  const obstacles = obstacleTexts(erasure);
  const loss = lossText(erasure);
  const form = useTextForm({
    fields: ['password'],
    schema: erasureRequest,
    byCode,
    async send({ password }, data) {
      setProblem(undefined);
      await ask.mutateAsync({ body: { password, givesUp: data.has('givesUp') } });
      onClose();
    },
    onFailure(error, fields) {
      if (fields.length === 0) setProblem(messageOf(error, 'This did not work. Please try again.'));
    },
  });
  return (
    <Dialog label="Erase your account?" onClose={onClose} className={styles.dialog}>
      <form {...form.props} className={styles.body}>
        <h2>Erase your account?</h2>
        <p>
          In {ERASURE_DAYS} days your pictures, your words and your names are deleted, and nobody can bring them back.{' '}
          {loss}
        </p>
        <p>Your payments stay in our books without your name, as the law asks. Whoever bought a picture keeps it.</p>
        {obstacles.length > 0 && (
          <>
            <p>Before that, this has to be settled:</p>
            <ul className={styles.list}>
              {obstacles.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
        {givenUp !== undefined && <Switch name="givesUp" label={givenUp} hint="It is not paid back to you then." />}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" required />
        <div role="alert">
          <FormProblem message={problem} />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" busy={form.busy}>
            {`Erase in ${ERASURE_DAYS} days`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
