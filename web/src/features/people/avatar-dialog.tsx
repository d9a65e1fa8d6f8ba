import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp } from '@easel/contracts/people/http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useCommand } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './avatar-dialog.module.css';
import { askedAs } from '../images/image-details.ts';
import { MorePictures } from './more-pictures.tsx';
import { picturesQuery } from './people.ts';

/** The images that the member shows to everyone, to choose one of. */
export default function AvatarDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const pictures = useInfiniteQuery(picturesQuery(name));
  const choose = useCommand(peopleHttp.chooseAvatar);
  const take = (generationId: string, variantId: string) =>
    choose.mutate(
      { body: { avatar: { generation_id: generationId, variant_id: variantId } } },
      {
        onSuccess: () => {
          toast.success('Your avatar is changed');
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, 'Your avatar could not be changed')),
      },
    );
  return (
    <TitledDialog title="Choose your avatar" className={styles.dialog} onClose={onClose}>
      <MorePictures
        label="Your public pictures"
        pictures={pictures}
        skeleton={<Skeleton style={{ height: 240 }} />}
        nothing={
          <EmptyState icon={<Images size={28} />} title="You show no pictures yet">
            <p>Make one public first: everybody sees an avatar.</p>
            <ButtonLink to="/your-gallery">Your Gallery</ButtonLink>
          </EmptyState>
        }
        grid={(label, generations) => (
          <ul className={styles.images} aria-label={label}>
            {generations.flatMap((generation) =>
              generation.variants.map((image, index) => (
                <li key={image.id}>
                  <button
                    type="button"
                    disabled={choose.isPending}
                    aria-label={`Use as avatar: ${wordsOf(generation, index)}`}
                    onClick={() => take(generation.id, image.id)}
                  >
                    <Thumbnail image={image} />
                  </button>
                </li>
              )),
            )}
          </ul>
        )}
      />
    </TitledDialog>
  );
}

function wordsOf(generation: Generation, index: number): string {
  const { original_prompt: prompt, variants } = askedAs(generation, index);
  return variants.length > 1 ? `image ${index + 1} of ${variants.length}, ${prompt}` : prompt;
}
