import type { Upload } from '@easel/contracts/uploads/http';
import { Upload as UploadIcon } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { reasonOf, UPLOAD_TYPES, useSendUpload } from './uploads.ts';

interface UploadButtonProps {
  label?: string;
  look?: 'primary' | 'quiet';
  onUploaded: (upload: Upload) => void;
}

/** Lets a member choose one picture, and uploads it. Errors are shown as a toast. */
export function UploadButton({ label = 'Upload picture', look = 'quiet', onUploaded }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useSendUpload();
  const take = (file: File | undefined) => {
    if (!file) return;
    upload.mutate(
      { file },
      { onSuccess: onUploaded, onError: (error) => toast.error(`${file.name}: ${reasonOf(error)}`) },
    );
  };
  return (
    <>
      <Button look={look} busy={upload.isPending} onClick={() => input.current?.click()}>
        <UploadIcon size={20} aria-hidden="true" />
        {upload.isPending ? 'Uploading' : label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={UPLOAD_TYPES}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // Allow choosing the same file again.
          event.target.value = '';
        }}
      />
    </>
  );
}
