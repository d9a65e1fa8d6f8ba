import { problems } from '@easel/contracts/kernel/problem';
import { uploadProblems, uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { UPLOAD_MAX_BYTES, UPLOADS_MAX } from '@easel/contracts/uploads/policy';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import UploadsSection from './uploads-section.tsx';

afterEach(() => onlineManager.setOnline(true));
withFakeServer();
beforeEach(signIn);

const success = { success: true as const };
const upload = (id: string, file_name: string): Upload => ({
  id,
  file_name,
  width: 1200,
  height: 800,
  thumbhash: '',
  preview_url: `/api/images/auth/uploads/${id}/preview`,
  thumbnail_url: `/api/images/auth/uploads/${id}/thumbnail`,
  uploaded_at: '2026-11-21T12:00:00.000Z',
});
const [fox, owl] = [upload('f', 'fox.png'), upload('o', '')];

const listing = (...uploads: Upload[]) =>
  server.reply(uploadsHttp.list, {
    ...success,
    uploads,
    pagination: { page: 1, limit: 24, pages: uploads.length > 0 ? 1 : 0, total: uploads.length },
  });
const page = <UploadsSection page={1} toPage={(number) => `/here?page=${number}`} />;
const picture = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Pictures to upload'), { target: { files } });

describe('the list of uploads', () => {
  test('shows that it is loading', async () => {
    server.hold(uploadsHttp.list);
    show(page);
    expect(await screen.findByText('Loading')).toBeTruthy();
  });

  test('explains uploads while there are none', async () => {
    listing();
    show(page);
    expect(await screen.findByText('No uploads yet')).toBeTruthy();
  });

  test('shows each upload with its name, size and date', async () => {
    listing(fox, owl);
    show(page);
    const list = await screen.findByRole('list', { name: 'Your uploads' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^fox\.png1200 × 800 px.*21/);
    expect(second?.textContent).toMatch(/^Unnamed picture/);
    expect(first?.querySelector('img')?.getAttribute('src')).toBe(fox.thumbnail_url);
    expect(screen.getByText('2 uploads')).toBeTruthy();
  });

  test('can be loaded again after an error', async () => {
    server.refuse(uploadsHttp.list, problems.forbidden);
    const user = show(page);
    await screen.findByText('This could not be loaded');
    listing(fox);
    await user.click(button('Try again'));
    expect(await screen.findByText('fox.png')).toBeTruthy();
  });

  test('shows that the browser is offline', async () => {
    onlineManager.setOnline(false);
    show(page);
    expect(await screen.findByText('You are offline')).toBeTruthy();
  });

  test('deletes an upload after a confirmation', async () => {
    listing(fox);
    server.reply(uploadsHttp.remove, success);
    const user = show(page);
    await user.click(await screen.findByRole('button', { name: 'Delete fox.png' }));
    await user.click(button('Cancel'));
    expect(server.callsOf(uploadsHttp.remove)).toEqual([]);
    await user.click(button('Delete fox.png'));
    listing();
    await user.click(button('Delete'));
    expect(await screen.findByText('No uploads yet')).toBeTruthy();
    expect(screen.getByText('Upload deleted')).toBeTruthy();
    expect(server.callsOf(uploadsHttp.remove).map(({ path }) => path)).toEqual(['/api/uploads/f']);
  });
});

describe('chosen or dropped files', () => {
  test('are sent unchanged, and listed', async () => {
    listing();
    server.reply(uploadsHttp.send, () => {
      listing(fox);
      return { ...success, upload: fox };
    });
    show(page);
    await screen.findByText('No uploads yet');
    const file = picture('fox.png');
    choose(file);
    expect(await screen.findByText('fox.png')).toBeTruthy();
    const [call] = server.callsOf(uploadsHttp.send);
    expect(call?.body).toBe(file);
    expect(call?.query).toEqual({ purpose: 'reference', name: 'fox.png' });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
    expect(call?.headers.get('content-type')).toBeNull();
  });

  test('are listed with a reason when they are refused, while the others are uploaded', async () => {
    listing();
    server.reply(uploadsHttp.send, { ...success, upload: owl });
    show(page);
    await screen.findByText('No uploads yet');
    choose(picture('huge.png', UPLOAD_MAX_BYTES + 1), picture('owl.png'));
    const failed = await screen.findByRole('list', { name: 'Not uploaded' });
    expect(within(failed).getByText('huge.png').closest('li')?.textContent).toContain(uploadProblems.tooLarge.message);
    await waitFor(() =>
      expect(server.callsOf(uploadsHttp.send).map(({ query }) => query['name'])).toEqual(['owl.png']),
    );

    server.refuse(uploadsHttp.send, uploadProblems.notAPicture);
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Pictures to upload').disabled).toBe(false));
    choose(picture('fox.gif'));
    expect((await screen.findByText('fox.gif')).closest('li')?.textContent).toContain(
      uploadProblems.notAPicture.message,
    );
    expect(screen.queryByText('huge.png')).toBeNull();
  });

  test('reuse the idempotency key after an unknown outcome', async () => {
    listing();
    server.breakOff(uploadsHttp.send);
    show(page);
    await screen.findByText('No uploads yet');
    const file = picture('fox.png');
    choose(file);
    await screen.findByText('fox.png');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Pictures to upload').disabled).toBe(false));
    server.reply(uploadsHttp.send, { ...success, upload: fox });
    choose(file);
    await waitFor(() => expect(server.callsOf(uploadsHttp.send)).toHaveLength(2));
    const [first, second] = server.callsOf(uploadsHttp.send).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  test('stop at the limit, and the rest is not sent', async () => {
    listing();
    server.refuse(uploadsHttp.send, uploadProblems.full);
    show(page);
    await screen.findByText('No uploads yet');
    choose(picture('a.png'), picture('b.png'), picture('c.png'));
    const failed = await screen.findByText('a.png and 2 more');
    expect(failed.closest('li')?.textContent).toContain(uploadProblems.full.message);
    expect(server.callsOf(uploadsHttp.send)).toHaveLength(1);
  });

  test('cannot be added at the limit', async () => {
    server.reply(uploadsHttp.list, {
      ...success,
      uploads: [fox],
      pagination: { page: 1, limit: 24, pages: 9, total: UPLOADS_MAX },
    });
    show(page);
    expect(await screen.findByText(uploadProblems.full.message)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Pictures to upload').disabled).toBe(true);
  });

  test('show the progress of the upload', async () => {
    listing();
    server.hold(uploadsHttp.send);
    show(page);
    await screen.findByText('No uploads yet');
    choose(picture('a.png'), picture('b.png'));
    expect(await screen.findByText('Uploading 1 of 2')).toBeTruthy();
  });
});
