import { generationProblems, refusedReading } from '@easel/contracts/generation/http';
import { notUnderstoodText } from '@easel/contracts/generation/lexicon/refusing';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import * as z from 'zod/mini';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What the built-in renderer would draw instead, in words; undefined for every other failure. */
export function askedOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== generationProblems.notUnderstood.code) return undefined;
  const { data } = z.safeParse(refusedReading, error.body);
  return data ? notUnderstoodText(data) : error.message;
}

interface AgreeButtonsProps {
  busy?: boolean;
  onDraw: () => void;
  onChange: () => void;
}

/** The two ways to go on from a prompt that is not understood. */
export const AgreeButtons = ({ busy = false, onDraw, onChange }: AgreeButtonsProps) => (
  <>
    <Button onClick={onChange}>Change the prompt</Button>
    <Button busy={busy} onClick={onDraw}>
      Draw it anyway
    </Button>
  </>
);

/** Says before anything is charged what would be drawn instead, beside the form that asked. */
export const NotUnderstoodNotice = ({ text, ...buttons }: AgreeButtonsProps & { text: string }) => (
  <div role="alert">
    <Notice kind="info" action={<AgreeButtons {...buttons} />}>
      {text}
    </Notice>
  </div>
);
