import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { membersHttp, type PublicProfile } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { messagesHttp } from '@easel/contracts/messages/http';
import { peopleHttp, peopleProblems, type Person } from '@easel/contracts/people/http';
import { searchHttp } from '@easel/contracts/search/http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { PublicNameNotice } from '../features/members/public-name-notice.tsx';
import { PublicProfilePanel } from '../features/members/public-profile-panel.tsx';
import { sampleUser } from '../features/members/testing/sample-user.ts';
import { Report } from '../features/messages/report.tsx';
import { generatorCheck, initialForm } from '../features/generation/generator-form.ts';
import RemixNotice from '../features/generation/remix-notice.tsx';
import { AvatarPanel } from '../features/people/avatar-panel.tsx';
import { BlockedPanel } from '../features/people/blocked-panel.tsx';
import { FollowingPage } from '../features/people/following-page.tsx';
import { PersonPage } from '../features/people/person-page.tsx';
import { useLiveForm } from '../lib/live-form.ts';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import ImageRoute from './image-route.tsx';

withFakeServer();
const idOf = (n: number): string => `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`;
const author = { id: idOf(9), name: 'ada' };
const picture = (n: number, original_prompt: string, over: Partial<Generation> = {}): Generation =>
  sampleGeneration({
    id: idOf(n),
    original_prompt,
    status: 'completed',
    isPublic: true,
    categories: ['public'],
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
    author,
    likes: 0,
    ...over,
  });
const fox = picture(1, 'a red fox in snow');
const ada: Person = { ...author, pictures: 1, followers: 2, isYou: false, isFollowed: false, isBlocked: false };

const look = {
  grid: (label: string, generations: readonly Generation[]) => (
    <ul aria-label={label}>
      {generations.map(({ id, original_prompt: prompt }) => (
        <li key={id}>{prompt}</li>
      ))}
    </ul>
  ),
  skeleton: <p>Loading pictures</p>,
};

describe('the avatar', () => {
  const url = '/api/avatars/v1.webp';
  const open = (avatar?: string, items: Generation[] = [fox], isChosen = avatar !== undefined) => {
    signIn();
    let now = avatar;
    let chosen = isChosen;
    server
      .reply(peopleHttp.ownAvatar, () => ({
        success: true as const,
        chosen,
        ...(now !== undefined && { avatar_url: now }),
      }))
      .reply(peopleHttp.pictures, { success: true, items, nextCursor: null })
      .reply(peopleHttp.chooseAvatar, ({ body }) => {
        chosen = (body as { avatar: object | null }).avatar !== null;
        now = chosen ? url : undefined;
        return { success: true as const };
      });
    return show(<AvatarPanel name="ada" />, { at: '/profile' });
  };

  test('is chosen among the images that everybody sees', async () => {
    const id = idOf(1);
    const two = picture(1, 'a red fox in snow', { variants: [sampleVariant(idOf(2)), sampleVariant(idOf(3))] });
    const user = open(undefined, [two]);
    await user.click(button('Choose a picture'));
    await user.click(await screen.findByRole('button', { name: 'Use as avatar: image 2 of 2, a red fox in snow' }));
    expect(await screen.findByText('It is shown for as long as its picture is public.')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe(url);
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      avatar: { generation_id: id, variant_id: idOf(3) },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is removed, and is a mark drawn from the name again', async () => {
    const user = open(url);
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(/a mark drawn from your name/)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  test('whose picture is private says so, and can be removed', async () => {
    const user = open(undefined, [fox], true);
    expect(await screen.findByText(/The picture you chose is not public now/)).toBeTruthy();
    await user.click(button('Remove'));
    expect(await screen.findByText('For now it is a mark drawn from your name.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  test('that cannot be loaded is the mark', async () => {
    open(url);
    await expect.poll(() => document.querySelector('img')).not.toBeNull();
    fireEvent.error(document.querySelector('img') ?? document);
    expect(document.querySelector('img')).toBeNull();
  });

  test('of who shows no pictures says what to do first', async () => {
    const user = open(undefined, []);
    await user.click(button('Choose a picture'));
    expect(await screen.findByText('You show no pictures yet')).toBeTruthy();
  });
});

describe('a person’s page', () => {
  const open = () => show(<PersonPage {...look} />, { at: '/u/ada', pattern: '/u/:name' });
  const known = (changes: Partial<Person> = {}) =>
    server
      .reply(peopleHttp.person, { success: true, person: { ...ada, ...changes } })
      .reply(peopleHttp.pictures, { success: true, items: [fox], nextCursor: null });

  test('shows who it is and what they show, and lets a member follow', async () => {
    signIn();
    let isFollowed = false;
    server
      .reply(peopleHttp.person, () => ({ success: true as const, person: { ...ada, isFollowed } }))
      .reply(peopleHttp.pictures, { success: true, items: [fox], nextCursor: null })
      .reply(peopleHttp.follow, () => {
        isFollowed = true;
        return { success: true as const, isFollowed };
      });
    const user = open();
    expect(await screen.findByRole('heading', { name: 'ada' })).toBeTruthy();
    expect(await screen.findByText('1 picture · 2 followers')).toBeTruthy();
    expect(await screen.findByText('a red fox in snow')).toBeTruthy();
    await user.click(button('Follow'));
    expect((await screen.findByRole('button', { name: 'Following' })).getAttribute('aria-pressed')).toBe('true');
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isFollowed: true });
  });

  test('leads a visitor who wants to follow to the sign-in, and lets them block nobody', async () => {
    known();
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    expect(await screen.findByText('at /login?next=%2Fu%2Fada')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  });

  test('asks before somebody is blocked', async () => {
    signIn();
    known().reply(peopleHttp.block, { success: true, isBlocked: true });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    const dialog = await screen.findByRole('dialog', { name: 'Block ada?' });
    expect(server.calls.every(({ method }) => method === 'GET')).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    await expect.poll(() => server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isBlocked: true });
  });

  test('of whom one has blocked shows nothing but the way back', async () => {
    signIn();
    known({ isBlocked: true, pictures: 0 });
    open();
    expect(await screen.findByRole('button', { name: 'Unblock ada' })).toBeTruthy();
    expect(screen.queryByText('a red fox in snow')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
  });

  test('of oneself leads to one’s choice', async () => {
    signIn();
    known({ isYou: true });
    open();
    expect((await screen.findByRole('link', { name: 'Change how you are seen' })).getAttribute('href')).toBe(
      '/profile',
    );
  });

  test('of nobody says so, and a failure can be tried again', async () => {
    server.refuse(peopleHttp.person, peopleProblems.notFound);
    open();
    expect(await screen.findByText('Nobody is shown under this name')).toBeTruthy();
  });

  test('that cannot be read says so', async () => {
    server.refuse(peopleHttp.person, problems.unavailable);
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the feed', () => {
  const open = () => {
    signIn();
    return show(<FollowingPage {...look} />, { at: '/following' });
  };

  test('shows people and their pictures, page after page', async () => {
    const owl = picture(2, 'an owl');
    server.reply(peopleHttp.following, { success: true, people: [author] }).reply(peopleHttp.feed, ({ query }) => ({
      success: true as const,
      items: query['cursor'] ? [owl] : [fox],
      nextCursor: query['cursor'] ? null : 'there',
    }));
    const user = open();
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toBe('/u/ada');
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('an owl')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('of nobody says what to do', async () => {
    server
      .reply(peopleHttp.following, { success: true, people: [] })
      .reply(peopleHttp.feed, { success: true, items: [], nextCursor: null });
    open();
    expect(await screen.findByText('You follow nobody yet')).toBeTruthy();
  });
});

describe('the form of a remix', () => {
  const notice = (author: Generation['author']) => {
    signIn();
    server.reply(peopleHttp.remix, { success: true, generation: picture(1, 'a red fox', { author: author ?? null }) });
    const Form = () => (
      <RemixNotice
        form={useLiveForm({ check: generatorCheck, defaultValues: { ...initialForm(undefined), remix_of: idOf(1) } })}
      />
    );
    show(<Form />, { at: '/generator' });
  };

  test('names the maker of the original, with their avatar', async () => {
    notice({ id: idOf(7), name: 'ada', avatar_url: '/api/avatars/v1.webp' });
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toBe('/u/ada');
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/avatars/v1.webp');
  });

  test('names nobody who is hidden', async () => {
    notice(null);
    await waitFor(() => expect(server.callsOf(peopleHttp.remix)).toHaveLength(1));
    expect(screen.getByText(/What you make is a remix/)).toBeTruthy();
    expect(screen.queryByText(/It was made by/)).toBeNull();
  });
});

describe('a picture that is a remix', () => {
  const open = () => show(<ImageRoute />, { at: `/image/${fox.id}`, pattern: '/image/:id' });
  beforeEach(() => server.reply(searchHttp.related, { success: true, results: [] }));

  test('names its original, its remixes and what became of the prompt', async () => {
    const original = picture(2, 'a blue fox in snow', { author: { id: idOf(8), name: 'mira' } });
    const remix = picture(3, 'a red fox in snow', { author: null });
    server.reply(galleryHttp.publicOne, { success: true, generation: fox }).reply(peopleHttp.lineage, {
      success: true,
      pictures: [fox, original, remix],
      links: [
        { id: fox.id, of: original.id, mayDetach: false },
        { id: remix.id, of: fox.id, mayDetach: false },
      ],
    });
    open();
    const section = await screen.findByRole('region', { name: 'Remixed from' });
    expect(within(section).getByRole('link', { name: 'a blue fox in snow' }).getAttribute('href')).toBe(
      `/image/${original.id}`,
    );
    expect(within(section).getAllByRole('link', { name: 'mira' })[0]?.getAttribute('href')).toBe('/u/mira');
    expect(section.querySelector('del')?.textContent.trim()).toBe('blue');
    expect(section.querySelector('ins')?.textContent.trim()).toBe('red');
    expect(within(section).getByText('The same prompt')).toBeTruthy();
    expect(within(section).getByText('This picture')).toBeTruthy();
    expect(within(section).queryByRole('button')).toBeNull();
  });

  test('can be detached by the owner of its original, who can block its hidden maker, after a question each', async () => {
    signIn();
    const remix = picture(3, 'a red fox in snow', { author: null });
    server
      .reply(galleryHttp.publicOne, { success: true, generation: fox })
      .reply(peopleHttp.lineage, {
        success: true,
        pictures: [fox, remix],
        links: [{ id: remix.id, of: fox.id, mayDetach: true }],
      })
      .reply(peopleHttp.detachRemix, { success: true })
      .reply(peopleHttp.blockMaker, { success: true });
    const user = open();
    const section = await screen.findByRole('region', { name: 'Remixes of this picture' });
    const deeds = [
      { name: 'Detach', title: 'Detach this remix?', action: 'Detach', route: peopleHttp.detachRemix },
      { name: 'Block its maker', title: 'Block its maker?', action: 'Block', route: peopleHttp.blockMaker },
    ];
    for (const { name, title, action, route } of deeds) {
      await user.click(await within(section).findByRole('button', { name }));
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(server.callsOf(route)).toEqual([]);
      await user.click(within(dialog).getByRole('button', { name: action }));
      await expect
        .poll(() => server.callsOf(route).map(({ path }) => path))
        .toEqual([route.path.replace(':id', remix.id)]);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('or none says nothing; who made it and how it is liked stands beside it', async () => {
    const liked = { ...fox, likes: 3 };
    server
      .reply(galleryHttp.publicOne, { success: true, generation: liked })
      .reply(peopleHttp.lineage, { success: true, pictures: [liked], links: [] });
    open();
    expect((await screen.findByRole('link', { name: 'ada' })).getAttribute('href')).toBe('/u/ada');
    expect(screen.getByText('3 likes')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Remix this' }).getAttribute('href')).toBe(`/generator?remix=${fox.id}`);
    expect(screen.queryByRole('region')).toBeNull();
  });
});

describe('how one is seen', () => {
  const profileOf = (publicProfile: PublicProfile | null) => ({ ...sampleUser, publicProfile });
  beforeEach(signIn);

  test('begins with a name that fits, and is saved as it was chosen', async () => {
    server.reply(membersHttp.updatePublicProfile, {
      success: true,
      publicProfile: { name: 'mira', shown: true, sharesSettings: true },
    });
    const user = show(<PublicProfilePanel user={profileOf(null)} />);
    expect(screen.getByLabelText('Public name')).toHaveProperty('value', 'mira');
    await user.click(screen.getByRole('switch', { name: /^Show me/ }));
    await user.click(screen.getByRole('switch', { name: /^Share seeds/ }));
    await user.click(button('Save public profile'));
    expect(await screen.findByText('You are shown as mira')).toBeTruthy();
    expect(server.calls[0]?.body).toEqual({ name: 'mira', shown: true, sharesSettings: true });
  });

  test('needs a name, of the right letters, that nobody else has', async () => {
    const user = show(<PublicProfilePanel user={profileOf({ name: '', shown: true, sharesSettings: false })} />);
    await user.click(button('Save public profile'));
    expect(complaintOf('Public name')).toContain(memberProblems.publicNameNeeded.message);
    await user.type(screen.getByLabelText('Public name'), 'mi ra');
    await user.click(button('Save public profile'));
    expect(complaintOf('Public name')).toContain('3 to 30 of the letters a to z, digits and dashes');
    expect(server.calls).toEqual([]);
    server.refuse(membersHttp.updatePublicProfile, memberProblems.publicNameTaken);
    await user.clear(screen.getByLabelText('Public name'));
    await user.type(screen.getByLabelText('Public name'), 'ada');
    await user.click(button('Save public profile'));
    await screen.findByText(memberProblems.publicNameTaken.message);
    expect(complaintOf('Public name')).toContain(memberProblems.publicNameTaken.message);
  });

  test('is asked of who has not chosen, and of nobody else', async () => {
    server.reply(membersHttp.updatePublicProfile, {
      success: true,
      publicProfile: { name: '', shown: false, sharesSettings: false },
    });
    const user = show(<PublicNameNotice user={profileOf(null)} />);
    expect(screen.getByRole('link', { name: 'Choose a public name' }).getAttribute('href')).toBe('/profile');
    await user.click(button('Stay hidden'));
    await expect.poll(() => server.calls.map(({ body }) => body)).toEqual([{ name: '', shown: false }]);
  });

  test('was chosen: nothing is asked', () => {
    show(<PublicNameNotice user={profileOf({ name: '', shown: false, sharesSettings: false })} />);
    expect(screen.queryByRole('button', { name: 'Stay hidden' })).toBeNull();
  });
});

test('whom one has blocked can be let back in', async () => {
  signIn();
  server
    .reply(peopleHttp.blocked, { success: true, people: [author, { id: idOf(7), name: '' }] })
    .reply(peopleHttp.block, { success: true, isBlocked: false });
  const user = show(<BlockedPanel />);
  expect(await screen.findByText('Somebody who is hidden now')).toBeTruthy();
  await user.click(button('Unblock ada'));
  await expect.poll(() => server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isBlocked: false });
});

test('a report says what it is about, why, and where that is', async () => {
  server.reply(messagesHttp.submit, { success: true, id: idOf(5) });
  const user = show(<Report what={{ kind: 'picture', path: `/image/${fox.id}`, name: fox.original_prompt }} />);
  await user.click(button('Report'));
  await user.click(await screen.findByRole('button', { name: 'Send report' }));
  expect(complaintOf('What is wrong?')).toContain('Please say what is wrong');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Violence');
  await user.type(screen.getByLabelText('What is wrong?'), 'Blood in the snow');
  await user.click(button('Send report'));
  expect(await screen.findByText('Thank you. We look into it.')).toBeTruthy();
  expect(server.calls.at(-1)?.body).toMatchObject({
    message_type: 'report',
    subject: 'Report of a picture: a red fox in snow',
    message_content: `Reason: Violence\nAddress: ${window.location.origin}/image/${fox.id}\n\nBlood in the snow`,
    source_page: `/image/${fox.id}`,
  });
});
