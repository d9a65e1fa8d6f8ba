import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { DownloadFormat } from '@easel/contracts/downloads/policy';
import { enlargedText, sizedPx } from '@easel/contracts/downloads/policy';
import type { Purchase } from '@easel/contracts/purchases/http';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Option, OptionGroup } from '../../ui/option.tsx';
import { PictureDialog } from '../../ui/picture-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { ENLARGED, pixelsText } from '../images/download-words.ts';
import { formatsOf, paidText, sizesOf } from './bought.ts';
import styles from './file-dialog.module.css';
import { useSaveBought } from './use-save-bought.ts';

interface FileDialogProps {
  purchase: Purchase;
  tier: SubscribedTier;
  onClose: () => void;
}

/** In which size and format what was bought is wanted this time. */
export function FileDialog({ purchase, tier, onClose }: FileDialogProps) {
  const [size, setSize] = useState(purchase.size);
  const [format, setFormat] = useState<DownloadFormat>('png');
  const saving = useSaveBought();
  const picture = { ...purchase, original: purchase.size };
  const save = () => {
    toast.info('Download started');
    saving.mutate({ purchaseId: purchase.id, request: { size, format } }, { onSuccess: onClose });
  };
  return (
    <PictureDialog
      title="Download again"
      picture={purchase}
      about={`Bought in ${purchase.size} for ${paidText(purchase)}. This costs nothing.`}
      onClose={onClose}
    >
      <OptionGroup legend="Size">
        {sizesOf(purchase.size).map((one) => {
          const { width, height } = sizedPx(one, picture);
          return (
            <Option
              key={one}
              name="file-size"
              value={one}
              title={one}
              note={pixelsText(one, purchase.original, { width, height })}
              disabled={saving.isPending}
              checked={one === size}
              onChange={() => setSize(one)}
            />
          );
        })}
      </OptionGroup>
      {enlargedText(size, purchase.original) && <p className={styles.enlarged}>{ENLARGED}</p>}
      <ChoiceGroup legend="Format" layout="chips">
        {formatsOf(tier).map((one) => (
          <Choice
            key={one}
            name="file-format"
            value={one}
            disabled={saving.isPending}
            checked={one === format}
            onChange={() => setFormat(one)}
          >
            <span className={styles.format}>{one.toUpperCase()}</span>
          </Choice>
        ))}
      </ChoiceGroup>
      <div role="alert" className={styles.problem}>
        {saving.isError && <Notice kind="problem">Download failed. Please try again. Your purchase is kept.</Notice>}
      </div>
      <div className={styles.actions}>
        <Button look="primary" busy={saving.isPending} onClick={save}>
          {!saving.isPending && <Download size={20} aria-hidden="true" />}
          Download
        </Button>
      </div>
    </PictureDialog>
  );
}
