import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { messagesHttp } from '@easel/contracts/messages/http';
import { FORM_TEXT_MAX, type MessagePriority, type MessageType } from '@easel/contracts/messages/policy';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm, type Values } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './message-form.module.css';

interface Written {
  sender_name?: string;
  sender_email: string;
  subject: string;
  message_content: string;
  priority: MessagePriority;
}

interface MessageFormOptions<Name extends string> {
  type: MessageType;
  fields: readonly Name[];
  schema: z.ZodMiniType;
  /** What the fields amount to. */
  message: (values: Values<Name>) => Written;
  success: string;
  failure: string;
}

/** Of all forms. A machine that fills in whatever it finds fills this in, too. */
const TRAP = 'website';

/** spec: public-and-commerce §4 "Forms". */
export function useMessageForm<Name extends string>(options: MessageFormOptions<Name>) {
  const { type, fields, schema, message, success, failure } = options;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const submission = useCommand(messagesHttp.submit);
  const [problem, setProblem] = useState<string>();
  const form = useTextForm({
    fields,
    schema,
    async send(values, data) {
      setProblem(undefined);
      const trap = data.get(TRAP);
      const body = { message_type: type, source_page: pathname, ...message(values), ...(trap ? { [TRAP]: trap } : {}) };
      await submission.mutateAsync({ body });
      toast.success(success);
      await navigate('/');
    },
    onFailure(error, complained) {
      toast.error(failure);
      if (complained.length === 0) setProblem(error instanceof ApiError ? error.message : failure);
    },
  });
  return { ...form, problem };
}

interface MessageFormPageProps {
  lead: ReactNode;
  form: Pick<ReturnType<typeof useMessageForm>, 'props' | 'busy' | 'problem'>;
  /** On the button, and there while the call runs. */
  submit: string;
  submitting: string;
  children: ReactNode;
}

/** A page of one form that anybody may fill in. */
export function MessageFormPage({ lead, form, submit, submitting, children }: MessageFormPageProps) {
  const { key } = useLocation();
  const navigate = useNavigate();
  return (
    <Page
      width="reading"
      lead={lead}
      actions={
        <Button onClick={() => void (key === 'default' ? navigate('/') : navigate(-1))}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back
        </Button>
      }
    >
      <form {...form.props} className={styles.form}>
        {children}
        <div className={styles.trap} aria-hidden="true">
          <label>
            Leave this empty
            <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {form.problem && <Notice kind="problem">{form.problem}</Notice>}
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={form.busy}>
            {form.busy ? submitting : submit}
          </Button>
        </div>
      </form>
    </Page>
  );
}

interface MessageTextProps {
  label: string;
  name: string;
  error: string | undefined;
  /** What it begins with. */
  begins?: string;
}

/** The message itself, with its counter. */
export function MessageText({ label, begins = '', ...field }: MessageTextProps) {
  const [count, setCount] = useState(begins.length);
  return (
    <TextArea
      {...field}
      label={label}
      defaultValue={begins}
      rows={7}
      required
      count={count}
      most={FORM_TEXT_MAX}
      onChange={({ currentTarget }) => setCount(currentTarget.value.length)}
    />
  );
}
