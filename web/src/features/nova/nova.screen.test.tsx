import { chatHttp } from '@easel/contracts/chat/http';
import { CHAT_TEXT_MAX, chatProblems } from '@easel/contracts/chat/policy';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { memberKeys } from '../../lib/storage.ts';
import { NovaButton } from './nova-button.tsx';
import { novaOpen, openNova } from './nova-opening.ts';
import { sampleOwn } from './testing/sample-sources.ts';

withFakeServer();

const conversationId = '33333333-3333-4333-8333-333333333333';

beforeEach(() => {
  signIn();
  sessionStorage.clear();
  server
    .reply(chatHttp.start, { conversationId })
    .reply(chatHttp.message, {})
    .reply(chatHttp.end, {})
    .reply(chatHttp.state, { success: true, state: sampleOwn });
});
afterEach(() => novaOpen.set(false));

const asker = { firstName: 'Mira', lastName: 'Lang', email: 'mira@example.org' };

async function open() {
  const user = show(<NovaButton asker={asker} />);
  await user.click(button('Chat with Nova'));
  const field = await screen.findByLabelText('Your message');
  return { user, field };
}
const connected = () => screen.findByText('Connected');
const recorded = () =>
  server
    .callsOf(chatHttp.message)
    .map(({ body }) => body as { messageType: string; content: string; metadata: object });

describe('the panel', () => {
  test('says that it connects, and that it is connected once the conversation is there', async () => {
    server.hold(chatHttp.start);
    await open();
    expect(screen.getByText('Connecting…')).toBeTruthy();
    expect(screen.getByText('Automated assistant')).toBeTruthy();
    const sent = server.callsOf(chatHttp.start)[0]?.body;
    expect(sent).toMatchObject({ sessionId: expect.stringMatching(/^nova_\d+_[a-z0-9]+$/) as unknown });
    expect(sent).not.toHaveProperty('userEmail');
  });

  test('has the focus, and gives it back when Escape closes it', async () => {
    const { user, field } = await open();
    expect(document.activeElement).toBe(field);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button('Chat with Nova')));
  });

  test('gives the focus back to what opened it', async () => {
    const user = show(
      <>
        <button type="button" onClick={openNova}>
          Get Help
        </button>
        <NovaButton asker={asker} />
      </>,
    );
    await user.click(button('Get Help'));
    await user.click(await screen.findByRole('button', { name: 'Close chat' }));
    await waitFor(() => expect(document.activeElement).toBe(button('Get Help')));
  });

  test('ends the conversation when it is closed', async () => {
    const { user } = await open();
    await connected();
    await user.type(screen.getByLabelText('Your message'), 'what does creator cost{Enter}');
    await screen.findByText(/\$19\.99/);
    await user.click(button('Close chat'));
    await waitFor(() => expect(server.callsOf(chatHttp.end)).toHaveLength(1));
    expect(server.callsOf(chatHttp.end)[0]?.body).toMatchObject({ conversationId, totalMessages: 2 });
  });

  test('shows a failed connection with a way to try again', async () => {
    server.refuse(chatHttp.start, chatProblems.notFound);
    const { user } = await open();
    expect(await screen.findByText('Nova is temporarily unavailable. Please refresh the page.')).toBeTruthy();
    expect(screen.getByText('Failed')).toBeTruthy();
    server.reply(chatHttp.start, { conversationId });
    await user.click(button('Retry'));
    await connected();
    expect(screen.queryByText(/temporarily unavailable/)).toBeNull();
    const [first, second] = server.callsOf(chatHttp.start);
    expect(second?.body).toEqual(first?.body);
  });
});

describe('a question', () => {
  test('is shown as it was typed, whatever it holds', async () => {
    const { user, field } = await open();
    const typed = '<img src=x onerror=alert(1)> <b>how much is creator</b>';
    await user.click(field);
    await user.paste(typed);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(typed)).toBeTruthy();
    await screen.findByText(/I do not know/);
    expect(document.querySelector('[role=log] img, [role=log] b')).toBeNull();
  });

  test('has at most as many characters as the server takes', async () => {
    const { field } = await open();
    expect(field.getAttribute('maxlength')).toBe(String(CHAT_TEXT_MAX));
  });

  test('is sent by Enter and answered, with the page that the answer leads to', async () => {
    const { user, field } = await open();
    await user.type(field, 'How do I make an image?{Enter}');
    await screen.findByText(/^Open the Creative Studio/);
    expect(field).toHaveProperty('value', '');
    await user.click(screen.getByRole('link', { name: /Creative Studio/ }));
    expect(await screen.findByText('at /generator')).toBeTruthy();
  });

  test('may have several lines by Shift and Enter, and is not sent while it is empty', async () => {
    const { user, field } = await open();
    expect(button('Send')).toHaveProperty('disabled', true);
    await user.type(field, '  {Enter}');
    expect(screen.queryByText('You')).toBeNull();
    await user.clear(field);
    await user.type(field, 'what does{Shift>}{Enter}{/Shift}creator cost');
    expect(field).toHaveProperty('value', 'what does\ncreator cost');
    expect(screen.queryByText('You')).toBeNull();
    await user.click(button('Send'));
    await screen.findByText(/\$19\.99/);
  });

  test('is asked by a suggestion as well, and brings others', async () => {
    const { user } = await open();
    await user.click(button('How many credits do I have?'));
    expect(await screen.findByText('You have 37.5 credits, and $12.30 in your wallet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'What are the design challenges?' })).toBeNull();
    await user.click(button('What is left of my month?'));
    expect(await screen.findByText(/48 of 60, 12 left/)).toBeTruthy();
  });

  test('waits for its figures beside a sign that Nova is typing', async () => {
    server.hold(chatHttp.state);
    const { user } = await open();
    await user.click(button('How many credits do I have?'));
    expect(await screen.findByText('Nova is typing')).toBeTruthy();
    expect(screen.queryByText(/You have/)).toBeNull();
  });

  test('and its answer are sent to the server, with the topic that answers it', async () => {
    const { user, field } = await open();
    await connected();
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    await user.type(field, 'how tall is the Eiffel tower{Enter}');
    await screen.findByText(/I do not know/);
    await waitFor(() => expect(recorded()).toHaveLength(4));
    const [question, answer, , unknown] = recorded();
    expect(question).toMatchObject({ messageType: 'user', content: 'How much is Creator?', metadata: { topic: null } });
    expect(answer).toMatchObject({ messageType: 'nova', metadata: { topic: 'plans.price' } });
    expect(unknown).toMatchObject({ messageType: 'nova', metadata: { topic: null } });
  });

  test('is answered though the server loses every message', async () => {
    server.breakOff(chatHttp.message);
    const { user, field } = await open();
    await connected();
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    await waitFor(() => expect(recorded()).toHaveLength(2));
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  test('without an answer leads to the contact form, filled in', async () => {
    const { user, field } = await open();
    await user.type(field, 'how tall is the Eiffel tower{Enter}');
    await screen.findByText(/I do not know/);
    expect(screen.getByRole('link', { name: /Contact Us/ }).getAttribute('href')).toBe('/contact');
  });
});

describe('a conversation that takes no more', () => {
  const secondId = '44444444-4444-4444-8444-444444444444';

  test.each([chatProblems.ended, chatProblems.full])('is followed by another: $code', async (problem) => {
    const { user, field } = await open();
    await connected();
    server.refuse(chatHttp.message, problem).reply(chatHttp.start, () => {
      server.reply(chatHttp.message, {});
      return { conversationId: secondId };
    });
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    await waitFor(() => expect(recorded()).toHaveLength(3));
    const bodies = server.callsOf(chatHttp.message).map(({ body }) => body as { conversationId: string });
    expect(bodies.map((body) => body.conversationId)).toEqual([conversationId, secondId, secondId]);
    expect(recorded().map(({ messageType }) => messageType)).toEqual(['user', 'user', 'nova']);
    const [first, second] = server.callsOf(chatHttp.start).map(({ body }) => body as { sessionId: string });
    expect(second?.sessionId).not.toBe(first?.sessionId);
    await user.click(button('Close chat'));
    await waitFor(() => expect(server.callsOf(chatHttp.end)).toHaveLength(1));
    expect(server.callsOf(chatHttp.end)[0]?.body).toMatchObject({ conversationId: secondId, totalMessages: 2 });
  });

  test('is not begun again and again where each refuses', async () => {
    const { user, field } = await open();
    await connected();
    server.refuse(chatHttp.message, chatProblems.ended);
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    // Twice for the question, and twice for the answer.
    await waitFor(() => expect(recorded()).toHaveLength(4));
    await user.click(button('Close chat'));
    await waitFor(() => expect(server.callsOf(chatHttp.end)).toHaveLength(1));
    expect(recorded()).toHaveLength(4);
  });
});

describe('without a connection', () => {
  afterEach(() => onlineManager.setOnline(true));

  test('it connects by itself once the browser is online again', async () => {
    onlineManager.setOnline(false);
    await open();
    await screen.findByText('Failed');
    expect(server.callsOf(chatHttp.start)).toHaveLength(0);
    act(() => onlineManager.setOnline(true));
    await connected();
  });

  test('known answers come, marked, and own figures say that they need one', async () => {
    server.breakOff(chatHttp.start);
    const { user, field } = await open();
    await screen.findByText('Failed');
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    expect(screen.getByText('Answered offline: it may be old.')).toBeTruthy();
    await user.type(field, 'my balance{Enter}');
    expect(await screen.findByText(/own figures need a connection/)).toBeTruthy();
    expect(server.callsOf(chatHttp.state)).toHaveLength(0);
  });

  test('sends messages that waited once it is connected', async () => {
    server.breakOff(chatHttp.start);
    const { user, field } = await open();
    await screen.findByText('Failed');
    await user.type(field, 'How much is Creator?{Enter}');
    await screen.findByText(/\$19\.99/);
    expect(recorded()).toHaveLength(0);
    server.reply(chatHttp.start, { conversationId });
    await user.click(button('Retry'));
    await waitFor(() => expect(recorded().map(({ messageType }) => messageType)).toEqual(['user', 'nova']));
  });
});

describe('the history', () => {
  test('is there when the panel is opened again, with a greeting that goes by it', async () => {
    const { user, field } = await open();
    expect(screen.getByText(/I am Nova, the automated assistant/)).toBeTruthy();
    for (const question of ['How much is Creator?', 'and Studio?', 'and Agency?']) {
      await user.type(field, `${question}{Enter}`);
    }
    await screen.findByText(/\$79\.99/);
    await user.click(button('Close chat'));
    await user.click(button('Chat with Nova'));
    expect(await screen.findByText(/welcome back/)).toBeTruthy();
    expect(screen.getByText('How much is Creator?')).toBeTruthy();
    expect(JSON.parse(sessionStorage.getItem('novaConversationHistory') ?? '[]')).toHaveLength(8);
  });

  test('keeps what was typed and not sent', async () => {
    const { user, field } = await open();
    await user.type(field, 'how much is');
    await user.keyboard('{Escape}');
    await user.click(button('Chat with Nova'));
    const again = await screen.findByLabelText('Your message');
    expect(again).toHaveProperty('value', 'how much is');
    await user.type(again, ' creator{Enter}');
    await screen.findByText(/\$19\.99/);
    await user.click(button('Close chat'));
    await user.click(button('Chat with Nova'));
    expect(await screen.findByLabelText('Your message')).toHaveProperty('value', '');
  });

  test('that cannot be read is none', async () => {
    sessionStorage.setItem(memberKeys.chat, '[{"id": 1}]');
    await open();
    expect(screen.getByText(/I am Nova/)).toBeTruthy();
  });
});
