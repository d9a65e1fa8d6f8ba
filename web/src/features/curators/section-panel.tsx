import { describingSection } from '@easel/contracts/curators/bodies.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { SECTION_NAME_MAX, SECTION_TEXT_MAX } from '@easel/contracts/curators/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { personPath } from '@easel/contracts/people/policy';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import type { OwnSection } from './curator-queries.ts';
import styles from './curators.module.css';
import { PictureChoice } from './picture-choice.tsx';

type Image = OwnSection['pictures'][number]['variants'][number];

/** Links to the public section, or says why it is not shown. */
function Whereabouts({ own: { person, section } }: { own: OwnSection }) {
  if (person === null) {
    return (
      <Notice kind="info" action={<ButtonLink to="/profile">Profile</ButtonLink>}>
        Your section is part of your public page. Choose a public name first, and it is shown.
      </Notice>
    );
  }
  if (section === null) {
    return <Notice kind="info">Your section is shown once it has a name.</Notice>;
  }
  return null;
}

/** Name, text and banner of the section. */
export function SectionPanel({ own }: { own: OwnSection }) {
  const { section, person } = own;
  const [text, setText] = useState(section?.text ?? '');
  const [banner, setBanner] = useState(section?.banner ?? null);
  const [found, setFound] = useState<Image | undefined>(undefined);
  const [isChoosing, setChoosing] = useState(false);
  const describe = useCommand(curatorsHttp.describeSection);
  const image = found ?? own.pictures.flatMap(({ variants }) => variants).find(({ id }) => id === banner?.variant_id);
  const form = useTextForm({
    fields: ['name', 'text'],
    schema: describingSection,
    send: async (values) => {
      await describe.mutateAsync({ body: { ...values, banner } });
      toast.success('Your section is saved');
    },
    onFailure(error, complained) {
      if (complained.length === 0) toast.error(messageOf(error, 'Your section could not be saved'));
    },
  });
  return (
    <Panel
      title="Your section"
      note="On your public page and in the row of curators in the public gallery"
      actions={
        person !== null && section !== null && <ButtonLink to={personPath(person)}>See your public page</ButtonLink>
      }
    >
      <Whereabouts own={own} />
      <form {...form.props} className={styles.form}>
        <TextField
          {...form.field('name')}
          label="Name"
          defaultValue={section?.name ?? ''}
          maxLength={SECTION_NAME_MAX}
          autoComplete="off"
        />
        <TextArea
          {...form.field('text')}
          label="Text"
          rows={4}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          count={text.length}
          most={SECTION_TEXT_MAX}
        />
        <div className={styles.bannerField}>
          {banner && image ? (
            <span className={styles.bannerPreview}>
              <Picture
                src={image.thumbnail_url}
                alt="The banner of your section"
                width={image.width}
                height={image.height}
                thumbhash={image.thumbhash}
                shape="filled"
              />
            </span>
          ) : (
            <p className={styles.quiet}>
              {banner ? 'The picture of your banner is no longer public.' : 'Your section has no banner.'}
            </p>
          )}
          <div className={styles.buttons}>
            <Button onClick={() => setChoosing(true)}>{banner ? 'Change the banner' : 'Choose a banner'}</Button>
            {banner && <Button onClick={() => setBanner(null)}>Remove the banner</Button>}
          </div>
        </div>
        <Button type="submit" look="primary" busy={form.busy} className={styles.save}>
          Save
        </Button>
      </form>
      {isChoosing && (
        <PictureChoice
          title="Choose a banner"
          verb="Use as banner"
          chosen={new Set(banner ? [banner.generation_id] : [])}
          onChoose={({ id, variants: [first] }) => {
            if (!first) return;
            setBanner({ generation_id: id, variant_id: first.id });
            setFound(first);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Panel>
  );
}
