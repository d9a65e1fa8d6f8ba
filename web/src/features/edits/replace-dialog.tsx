import { useMemo, useState } from 'react';
import { useSendUpload } from '../uploads/uploads.ts';
import { EditForm } from './edit-form.tsx';
import type { EditProps } from './edit-props.ts';
import { MaskEditor } from './mask-editor.tsx';
import { markedPart, maskPng, type Mark } from './mask.ts';
import { useOrderVariant } from './order-variant.ts';
import styles from './replace-dialog.module.css';

/** Dialog to repaint a marked part of a picture. */
export default function ReplaceDialog({ generation, variant, onOrdered, onClose }: EditProps) {
  const [prompt, setPrompt] = useState('');
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const order = useOrderVariant({ generation, wish: { edit: 'replace' }, onOrdered, onClose });
  const send = useSendUpload();
  const marked = useMemo(() => markedPart(marks, variant), [marks, variant]);
  const submit = (wanted: string) =>
    order.submit(async () => {
      const file = await maskPng(marks, variant);
      const { id } = await send.mutateAsync({ file, purpose: 'mask' });
      return { prompt: wanted, edit: { kind: 'replace', mask: id }, variant_id: variant.id };
    });
  return (
    <EditForm
      title="Replace a part"
      className={styles.dialog}
      note="Paint over the part to change. The rest stays as it is. The result becomes a variant of this picture."
      promptLabel="What should be there instead"
      prompt={prompt}
      onPrompt={setPrompt}
      order={order}
      complaint={marked > 0 ? undefined : 'Please paint over the part to change'}
      onSubmit={submit}
      onClose={onClose}
    >
      <MaskEditor image={variant} marks={marks} marked={marked} onChange={setMarks} />
    </EditForm>
  );
}
