import type { Reply } from '@easel/contracts/kernel/client/address';
import { curatorProblems, curatorsHttp } from '@easel/contracts/curators/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { settingsHttp } from '@easel/contracts/settings/http';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration, sampleVariant } from '../generation/testing/sample-generation.ts';
import { samplePrices } from '../prices/testing/sample-prices.ts';
import { CuratorRow } from './curator-row.tsx';
import DashboardPage from './dashboard-page.tsx';
import { CuratorSection } from './public-section.tsx';

withFakeServer();
beforeEach(signIn);

type Own = Reply<typeof curatorsHttp.own>;
type Figures = Reply<typeof curatorsHttp.figures>;
const idOf = (n: number): string => `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`;
const picture = (n: number, original_prompt: string): Generation =>
  sampleGeneration({
    id: idOf(n),
    original_prompt,
    status: 'completed',
    isPublic: true,
    variants: [sampleVariant(idOf(n + 4))],
  });
const [fox, hare] = [picture(1, 'A red fox'), picture(2, 'A brown hare')];
const own: Own = {
  success: true,
  isCurator: true,
  period: 'monthly',
  person: 'ada',
  section: { name: 'Foxes', text: 'At night.', banner: null },
  series: [
    { id: 'a', title: 'Night', generation_ids: [fox.id, hare.id] },
    { id: 'b', title: 'Day', generation_ids: [] },
  ],
  pictures: [fox, hare],
  prices: { '2K': 2.5 },
};
const nothing = { views: 0, sales: 0, gross: 0, fee: 0, net: 0, share: 0, reversed: 0 };
const figures: Figures = {
  success: true,
  months: [
    { month: '2026-10', ...nothing },
    { month: '2026-11', views: 12, sales: 2, gross: 20, fee: 0.58, net: 19.42, share: 9.7, reversed: 0.7 },
  ],
  pictures: [{ generation_id: fox.id, ...nothing, views: 12, sales: 2, net: 19.42, share: 9.7 }],
  titles: { [fox.id]: 'A red fox' },
};

function open(over: Partial<Own> = {}) {
  server
    .reply(curatorsHttp.own, { ...own, ...over })
    .reply(curatorsHttp.figures, figures)
    .reply(settingsHttp.prices, samplePrices());
  return show(<DashboardPage />, { at: '/curator-dashboard' });
}

describe('the dashboard', () => {
  test('shows members who are not curators the benefits of the plan and a link to it, and no dashboard', async () => {
    server.reply(curatorsHttp.own, { ...own, isCurator: false, section: null });
    show(<DashboardPage />, { at: '/curator-dashboard' });
    const link = await screen.findByRole('link', { name: 'See the plan' });
    expect(link.getAttribute('href')).toBe('/pricing#curator_partner');
    expect(screen.getByText(/costs \$750\.00 a month, or \$600\.00 a month paid by the year/)).toBeTruthy();
    expect(screen.getByText('10,000 credits a month.')).toBeTruthy();
    expect(
      screen.getByText(/^Background removal for 5 credits and upscaling from 4K to 8K for 4 credits/),
    ).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText(/kept for twelve months/)).toBeNull();
  });

  test('tells a former curator that the section is kept', async () => {
    server.reply(curatorsHttp.own, { ...own, isCurator: false });
    show(<DashboardPage />, { at: '/curator-dashboard' });
    expect(await screen.findByText(/kept for twelve months/)).toBeTruthy();
  });

  test('shows the figures of this month, beside the price of the plan', async () => {
    open();
    expect(await screen.findByText('$9.00', { selector: 'dd' })).toBeTruthy();
    expect(
      screen.getByText(/Your plan costs \$750\.00 a month\. Your share this month is \$9\.00: \$741\.00 more/),
    ).toBeTruthy();
    const table = screen.getByRole('region', { name: 'Figures by month', hidden: true });
    const [, newest] = within(table).getAllByRole('row', { hidden: true });
    expect(newest?.textContent).toBe('November 2026122$20.00$0.58$19.42$9.70$0.70');
    const byPicture = screen.getByRole('region', { name: 'Figures by picture' });
    expect(within(byPicture).getByRole('link', { name: 'A red fox' }).getAttribute('href')).toBe(`/image/${fox.id}`);
  });

  test('compares with the yearly price of the plan', async () => {
    open({ period: 'yearly' });
    expect(await screen.findByText(/costs \$600\.00 a month, paid by the year/)).toBeTruthy();
  });

  test('shows no price of a plan to appointed curators', async () => {
    open({ period: null });
    await screen.findByText('$9.00', { selector: 'dd' });
    expect(screen.queryByText(/Your plan costs/)).toBeNull();
  });

  test('saves name, text and banner', async () => {
    const user = open();
    server
      .reply(galleryHttp.own, {
        success: true,
        items: [fox],
        total: 1,
        pagination: { page: 1, limit: 48, pages: 1, total: 1 },
      })
      .reply(curatorsHttp.describeSection, { success: true });
    const name = await screen.findByLabelText('Name');
    await user.clear(name);
    const save = button('Save');
    await user.click(save);
    expect(complaintOf('Name')).toContain('Please enter a name');
    await user.type(name, 'Hares');
    await user.click(button('Choose a banner'));
    await user.click(await screen.findByRole('button', { name: 'Use as banner: A red fox' }));
    expect(await screen.findByAltText('The banner of your section')).toBeTruthy();
    await user.click(save);
    expect(await screen.findByText('Your section is saved')).toBeTruthy();
    expect(server.callsOf(curatorsHttp.describeSection)[0]?.body).toEqual({
      name: 'Hares',
      text: 'At night.',
      banner: { generation_id: fox.id, variant_id: idOf(5) },
    });
  });

  test('says that the section is not shown yet', async () => {
    open({ person: null });
    expect(await screen.findByText(/Choose a public name first/)).toBeTruthy();
  });

  test('moves a picture of a series by keyboard, and announces it', async () => {
    open();
    server.reply(curatorsHttp.arrangeSeries, { success: true });
    const handle = await screen.findByRole('button', { name: 'Move A red fox' });
    handle.focus();
    fireEvent.keyDown(handle, { code: 'Space' });
    expect(await screen.findByText('A red fox is picked up. It is at place 1 of 2.')).toBeTruthy();
    fireEvent.keyDown(handle, { code: 'Escape' });
    expect(await screen.findByText('A red fox is back at place 1 of 2.')).toBeTruthy();
    expect(server.callsOf(curatorsHttp.arrangeSeries)).toEqual([]);
  });

  test('adds a series, adds pictures to it and removes them', async () => {
    const user = open();
    server
      .reply(galleryHttp.own, {
        success: true,
        items: [fox, hare],
        total: 2,
        pagination: { page: 1, limit: 48, pages: 1, total: 2 },
      })
      .reply(curatorsHttp.arrangeSeries, { success: true });
    await user.type(await screen.findByLabelText('Title of a new series'), 'Dusk');
    await user.click(button('Add series'));
    await waitFor(() => expect(server.callsOf(curatorsHttp.arrangeSeries)).toHaveLength(1));
    expect(server.callsOf(curatorsHttp.arrangeSeries)[0]?.body).toEqual({ title: 'Dusk', generationIds: [] });

    const day = screen.getByRole('region', { name: 'Day' });
    await user.click(within(day).getByRole('button', { name: 'Add pictures' }));
    await user.click(await screen.findByRole('button', { name: 'Show in this series: A brown hare' }));
    await waitFor(() => expect(server.callsOf(curatorsHttp.arrangeSeries)).toHaveLength(2));
    expect(server.callsOf(curatorsHttp.arrangeSeries)[1]?.body).toEqual({ title: 'Day', generationIds: [hare.id] });
    await user.click(button('Close'));

    const night = screen.getByRole('region', { name: 'Night' });
    await user.click(within(night).getByRole('button', { name: 'Take out: A red fox' }));
    await waitFor(() => expect(server.callsOf(curatorsHttp.arrangeSeries)).toHaveLength(3));
    expect(server.callsOf(curatorsHttp.arrangeSeries)[2]?.body).toEqual({ title: 'Night', generationIds: [hare.id] });
  });

  test('keeps a picture that is not public now in its series, and says so', async () => {
    const user = open({ pictures: [hare] });
    server.reply(curatorsHttp.arrangeSeries, { success: true });
    const night = await screen.findByRole('region', { name: 'Night' });
    expect(within(night).getByText('1 picture of it is not public now and not shown.')).toBeTruthy();
    await user.click(within(night).getByRole('button', { name: 'Take out: A brown hare' }));
    await waitFor(() => expect(server.callsOf(curatorsHttp.arrangeSeries)).toHaveLength(1));
    expect(server.callsOf(curatorsHttp.arrangeSeries)[0]?.body).toEqual({ title: 'Night', generationIds: [fox.id] });
  });

  test('renames and removes a series', async () => {
    const user = open();
    server.reply(curatorsHttp.arrangeSeries, { success: true }).reply(curatorsHttp.removeSeries, { success: true });
    await user.click(await screen.findByRole('button', { name: 'Rename Night' }));
    const title = screen.getByLabelText('Title');
    await user.clear(title);
    await user.type(title, 'By night');
    await user.click(button('Rename'));
    await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
    expect(server.callsOf(curatorsHttp.arrangeSeries)[0]?.body).toEqual({
      title: 'By night',
      generationIds: [fox.id, hare.id],
    });
    await user.click(button('Remove Day'));
    await user.click(button('Remove'));
    await waitFor(() => expect(server.callsOf(curatorsHttp.removeSeries)).toHaveLength(1));
  });

  test('sets prices, checks them at their field, and uses the default for an empty one', async () => {
    const user = open();
    server.reply(curatorsHttp.setPrices, { success: true, prices: { '1K': 0.99, '2K': 2.5, '4K': 4, '8K': 0.99 } });
    const field = await screen.findByLabelText('4K');
    await user.type(field, '1.005');
    await user.click(button('Save prices'));
    expect(complaintOf('4K')).toContain('Please enter dollars from 0.01 to 1,000');
    await user.clear(field);
    await user.type(field, '4,00');
    await user.click(button('Save prices'));
    expect(await screen.findByText('Your prices are saved')).toBeTruthy();
    expect(server.callsOf(curatorsHttp.setPrices)[0]?.body).toEqual({ prices: { '2K': 2.5, '4K': 4 } });
  });

  test('says why a change was refused', async () => {
    const user = open();
    server.refuse(curatorsHttp.describeSection, curatorProblems.noSection);
    await screen.findByLabelText('Name');
    await user.click(button('Save'));
    expect(await screen.findByText('Only curators have a section')).toBeTruthy();
  });
});

describe('what everyone sees', () => {
  test('is a section with banner and series, with each picture linked to its page', async () => {
    server.reply(curatorsHttp.section, {
      success: true,
      section: {
        name: 'Foxes',
        text: 'At night.',
        banner: { picture: fox, variant_id: idOf(5) },
        series: [{ id: 'a', title: 'Night', pictures: [hare] }],
      },
    });
    show(<CuratorSection name="ada" overlay={() => <i>marked</i>} />, { at: '/u/ada' });
    expect(await screen.findByRole('heading', { name: 'Foxes' })).toBeTruthy();
    expect(screen.getByText('marked')).toBeTruthy();
    const series = screen.getByRole('list', { name: 'Night' });
    const link = within(series).getByRole('link', { name: 'A brown hare' });
    expect(link.getAttribute('href')).toBe(`/image/${hare.id}`);
  });

  test('is empty for members who are not curators', async () => {
    server.reply(curatorsHttp.section, { success: true, section: null });
    show(<CuratorSection name="ada" overlay={() => null} />, { at: '/u/ada' });
    await waitFor(() => expect(server.callsOf(curatorsHttp.section)).toHaveLength(1));
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('is a row of curators, each linked to their page', async () => {
    const curators = [{ person: 'ada', name: 'Foxes', text: '', thumbnail_url: null }];
    server.reply(curatorsHttp.listed, { success: true, curators });
    show(<CuratorRow />, { at: '/public-gallery' });
    const row = await screen.findByRole('region', { name: 'Curators' });
    expect(within(row).getByRole('link', { name: /Foxes/ }).getAttribute('href')).toBe('/u/ada');
    expect(within(row).getByText('By ada')).toBeTruthy();
  });
});
