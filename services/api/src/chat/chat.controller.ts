import { chatHttp, type OwnChatState } from '@easel/contracts/chat/http';
import { conversationStream } from '@easel/contracts/chat/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import type { ConversationCommand } from './conversation.decider.ts';
import { OwnChatStates } from './own-chat-state.ts';

/** Ids of conversations are UUID v5 of their command's key in this namespace. */
const CONVERSATION_NAMESPACE = '6f2f0f7e-0f5c-4d35-9d3f-0d6b8f8b0c1a';

type Bodies = { [Name in 'start' | 'message' | 'end']: z.output<(typeof chatHttp)[Name]['body']> };
type Empty = Record<string, never>;

/**
 * Derives a message's id from its author and time. A hash of its content would let readers of the log verify guesses of
 * the content.
 */
const messageIdOf = ({ conversationId, messageType, timestamp }: Bodies['message']): string =>
  uuidV5(`${messageType} ${new Date(timestamp).toISOString()}`, conversationId);

@Controller()
export class ChatController {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: OwnChatStates,
  ) {}

  @RouteOf(chatHttp.start)
  async start(
    @Caller() { id: memberId }: CallerValue,
    @Body({ schema: chatHttp.start.body }) { sessionId, userAgent, category, tags }: Bodies['start'],
    @Issued() context: CommandContext,
  ): Promise<{ conversationId: string }> {
    const conversationId = uuidV5(context.key, CONVERSATION_NAMESPACE);
    await this.send(
      conversationId,
      { type: 'StartConversation', conversationId, memberId, sessionId, userAgent, category, tags, at: new Date() },
      context,
    );
    return { conversationId };
  }

  @RouteOf(chatHttp.message)
  async message(
    @Caller() { id: memberId }: CallerValue,
    @Body({ schema: chatHttp.message.body }) body: Bodies['message'],
    @Issued() context: CommandContext,
  ): Promise<Empty> {
    const { conversationId, sessionId, messageType: speaker, content, metadata } = body;
    const { suggestions, topic, responseTime } = metadata;
    const command = {
      type: 'RecordMessage',
      memberId,
      sessionId,
      messageId: messageIdOf(body),
      speaker,
      content,
      suggestions: suggestions ?? [],
      topic: topic ?? null,
      responseMs: typeof responseTime === 'number' ? Math.round(responseTime) : null,
      at: new Date(),
    } as const;
    await this.send(conversationId, command, context);
    return {};
  }

  @RouteOf(chatHttp.end)
  async end(
    @Caller() { id: memberId }: CallerValue,
    @Body({ schema: chatHttp.end.body }) { conversationId, sessionId, totalMessages: countedMessages }: Bodies['end'],
    @Issued() context: CommandContext,
  ): Promise<Empty> {
    const at = new Date();
    await this.send(conversationId, { type: 'EndConversation', memberId, sessionId, countedMessages, at }, context);
    return {};
  }

  @RouteOf(chatHttp.state)
  async state(@Caller() { id }: CallerValue): Promise<{ success: true; state: OwnChatState }> {
    return { success: true, state: await this.states.of(id, new Date()) };
  }

  private async send(conversationId: string, command: ConversationCommand, context: CommandContext): Promise<void> {
    await this.commands.execute(decide<ConversationCommand>(conversationStream, conversationId, command, context));
  }
}
