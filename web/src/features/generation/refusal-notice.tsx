import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import { othersFor } from '../providers/offers.ts';
import type { Chosen } from './chosen.ts';
import type { GeneratorForm } from './generator-form.ts';

interface RefusalNoticeProps {
  form: UseFormReturn<GeneratorForm>;
  chosen: Chosen;
}

/** Explains before paying why the order cannot be made, and offers other providers. */
export default function RefusalNotice({ form, chosen: { providers, asked, refusal } }: RefusalNoticeProps) {
  if (refusal === undefined) return null;
  return (
    <div role="status">
      <Notice
        kind="problem"
        action={
          <>
            {othersFor(providers, asked).map(({ name, label }) => (
              <Button key={name} onClick={() => form.setValue('provider', name, { shouldDirty: true })}>
                {`Use ${name === BUILT_IN ? 'the built-in renderer' : label}`}
              </Button>
            ))}
          </>
        }
      >
        {refusal.kind === 'unavailable'
          ? `${refusal.reason}. Nothing is charged. You can wait, or choose who else makes it.`
          : `${refusal.reason}. Change what you ask for, or who makes it.`}
      </Notice>
    </div>
  );
}
