import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

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
