import { membersHttp, type User } from '@easel/contracts/members/http';
import { defaultFormats, defaultResolutions } from '@easel/contracts/members/policy';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './profile-page.module.css';
import { keepMember } from './session.ts';

type Preferences = User['preferences'];

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** spec: public-and-commerce §2.8 "Preferences"; each is saved as soon as it is changed. */
export function PreferencesPanel({ preferences }: { preferences: Preferences }) {
  const resolution = usePreference('defaultResolution', preferences, 'Failed to update resolution');
  const format = usePreference('defaultFormat', preferences, 'Failed to update format');
  const marketing = usePreference('marketingOptIn', preferences, 'Failed to update preference');
  return (
    <Panel title="Preferences" note="Saved as you change them.">
      <div className={styles.form}>
        <SelectField
          label="Default resolution"
          hint="Downloads start with it, or with the picture’s own size if that is smaller, as far as your plan goes."
          options={optionsOf(defaultResolutions)}
          value={resolution.value}
          onChange={(event) => {
            const chosen = defaultResolutions.find((value) => value === event.target.value);
            if (chosen) resolution.change({ defaultResolution: chosen });
          }}
        />
        <SelectField
          label="Default format"
          hint="Of the files you download."
          options={optionsOf(defaultFormats)}
          value={format.value}
          onChange={(event) => {
            const chosen = defaultFormats.find((value) => value === event.target.value);
            if (chosen) format.change({ defaultFormat: chosen });
          }}
        />
        <Switch
          label="News and offers by email"
          hint="Once a month: what was new in the public gallery, and what you made."
          checked={marketing.value}
          onChange={(event) => marketing.change({ marketingOptIn: event.target.checked })}
        />
      </div>
    </Panel>
  );
}

type Change = Parameters<ReturnType<typeof useCommand<typeof membersHttp.updatePreferences>>['mutate']>[0]['body'];

/** One preference: shows what is wished for while it is being saved, and what is stored when that fails. */
function usePreference<Name extends keyof Preferences>(name: Name, stored: Preferences, failure: string) {
  const client = useQueryClient();
  const save = useCommand(membersHttp.updatePreferences, { inOrderWith: 'preferences' });
  const requested = save.isPending ? save.variables.body[name] : undefined;
  return {
    value: (requested ?? stored[name]) as Preferences[Name],
    change: (body: Change) =>
      save.mutate(
        { body },
        {
          onSuccess({ preferences }) {
            keepMember(client, (user) => ({
              ...user,
              preferences: { ...user.preferences, [name]: preferences[name] },
            }));
            toast.success('Preferences updated successfully!');
          },
          onError: () => toast.error(failure),
        },
      ),
  };
}
