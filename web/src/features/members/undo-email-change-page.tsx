import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { Link2Off, MailCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { token as session } from '../../lib/token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { FormPage, FormProblem } from './form-page.tsx';

/** Where the mail to the address of before leads: whoever opens it is asked first, since programs open links, too. */
export default function UndoEmailChangePage() {
  const [params] = useSearchParams();
  const token = params.get('token')?.trim();
  const undo = useCommand(membersHttp.undoEmailChange);
  const [problem, setProblem] = useState<string>();

  async function putBack(from: string) {
    setProblem(undefined);
    try {
      await undo.mutateAsync({ body: { token: from } });
      // Every session of the member has ended, this browser's among them.
      if (session.get() !== null) session.clear('signed-out');
    } catch (error) {
      const message = messageOf(error, 'Your address could not be put back. Please try again.');
      setProblem(message);
      toast.error(message);
    }
  }

  if (undo.isSuccess) return <Done />;
  if (!token) return <NoToken />;
  return (
    <FormPage
      title="Put your email address back"
      lead="The address this link was sent to becomes the one of your account again. Everybody is signed out of it, you too, and we mail you a link to choose a new password."
      icon={<Undo2 size={24} />}
    >
      <FormProblem message={problem} />
      <Button look="primary" busy={undo.isPending} onClick={() => void putBack(token)}>
        Put my address back
      </Button>
    </FormPage>
  );
}

function NoToken() {
  return (
    <FormPage title="Invalid Link" lead={memberProblems.undoLinkDead.message} icon={<Link2Off size={24} />}>
      <ButtonLink look="primary" to="/login">
        Back to Login
      </ButtonLink>
    </FormPage>
  );
}

function Done() {
  return (
    <FormPage
      title="Your address is back"
      lead="Everybody was signed out. Whoever changed the address knew your password: choose a new one by the link in the mail that is on its way to you."
      icon={<MailCheck size={24} />}
    >
      <ButtonLink look="primary" to="/login">
        Sign In
      </ButtonLink>
    </FormPage>
  );
}
