import { randomUUID } from 'node:crypto';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest, { type Test } from 'supertest';
import { GenerationLookup } from '../../generation/generation.lookup.ts';
import { signInOperator, type TestMember } from '../../testing/api-server.ts';
import { ProductOrder } from '../../testing/product-order.ts';
import { Studio } from '../../testing/studio.ts';
import { CloseChallenge } from '../close-challenge.ts';
import { competitionIdOf } from '../competition-id.ts';
import { competition } from '../competition.decider.ts';
import { pastChallenge, type EnteredPicture, type PastEntry } from './past-challenge.ts';
import { words } from './competition-facts.ts';

type Bearer = readonly [string, string];

/** Runs challenges on one server for a test. */
export class ChallengeRun {
  readonly studio: Studio;

  constructor(readonly server: TestServer) {
    this.studio = new Studio(server);
  }

  /** Calls a route under `/api/competitions`, without a session if no member is given. */
  call(method: 'get' | 'post' | 'delete', path: string, caller?: { bearer: [string, string] }): Test {
    const request = supertest(this.server.http)[method](`/api/competitions/${path}`);
    return caller ? request.set(...caller.bearer) : request;
  }

  admin(method: 'post' | 'put', path: string, bearer?: Bearer): Test {
    const request = supertest(this.server.http)[method](`/api/admin/competitions${path}`);
    return bearer ? request.set(...bearer) : request;
  }

  /** Prepares the challenge of this month, which opens at once. Returns its id. */
  async openOne(kind: ChallengeKind): Promise<string> {
    const month = new Date().toISOString().slice(0, 7);
    const { body } = await this.admin('post', '', await signInOperator(this.server))
      .send({ kind, month, ...words })
      .expect(200);
    return (body as { id: string }).id;
  }

  async pictureOf(generationId: string): Promise<EnteredPicture> {
    const view = await this.server.app.get(GenerationLookup, { strict: false }).find(generationId);
    return { generationId, variantId: view?.variants[0]?.variantId ?? '' };
  }

  /** Creates a private, square picture in 4K. */
  async picture(
    member: TestMember,
    body: object = { isTshirtDesign: true },
    originalPx = 3840,
  ): Promise<EnteredPicture> {
    return this.pictureOf(await this.studio.finished(member, body, { originalPx }));
  }

  enter(member: TestMember, competitionId: string, picture: EnteredPicture): Test {
    return this.call('post', `${competitionId}/entries`, member).send(picture);
  }

  async entered(member: TestMember, competitionId: string, picture: EnteredPicture): Promise<string> {
    const { body } = await this.enter(member, competitionId, picture).expect(200);
    return (body as { entryId: string }).entryId;
  }

  typesIn(competitionId: string): Promise<string[]> {
    return this.studio.typesIn(competitionStream.nameOf(competitionId));
  }

  async factOf<Type extends CompetitionFact['type']>(
    competitionId: string,
    type: Type,
  ): Promise<Extract<CompetitionFact, { type: Type }>['data'] | undefined> {
    const facts = await this.studio.factsOf(competitionStream.nameOf(competitionId));
    return facts.findLast((fact) => fact.type === type)?.data as never;
  }

  /** Creates an entry for a challenge of a past month. */
  async pastEntry(member: TestMember): Promise<PastEntry> {
    return { ...(await this.picture(member)), entryId: randomUUID(), memberId: member.id };
  }

  /** Records an order of two shirts with the picture of an entry, paid in a past month. */
  async order(buyer: { id: string }, { generationId, variantId }: PastEntry, month: string): Promise<ProductOrder> {
    const order = new ProductOrder(buyer.id);
    const at = new Date(`${month}-20T12:00:00.000Z`);
    const items = [{ ...order.shirts, generationId, variantId }];
    await order.append(this.server, order.placed(at, { items }), order.paid(at));
    return order;
  }

  /** Records a challenge of a past month with these entries, and closes it. Returns its id. */
  async past(kind: ChallengeKind, month: string, entries: readonly PastEntry[]): Promise<string> {
    const competitionId = competitionIdOf(kind, month);
    await this.append(competitionId, pastChallenge(kind, month, entries));
    // The process may have closed it already.
    const { app } = this.server;
    await app.get(CommandBus, { strict: false }).execute(new CloseChallenge(competitionId, this.context()));
    return competitionId;
  }

  /** Has an admin have proposed the announcement of a closed challenge some time ago. */
  async proposedAgo(competitionId: string, operatorId: string, agoMs: number): Promise<void> {
    const proposedAt = new Date(Date.now() - agoMs).toISOString();
    const data = { competitionId, operatorId, proposalId: randomUUID(), proposedAt };
    await this.append(competitionId, [{ type: 'AnnouncementProposed', data }]);
  }

  private async append(competitionId: string, facts: CompetitionFact[]): Promise<void> {
    const command = { type: 'OpenCompetition', competitionId, at: new Date() } as const;
    await this.server.app
      .get(DeciderRunner, { strict: false })
      .execute(
        competitionStream.nameOf(competitionId),
        { ...competition, decide: () => facts },
        command,
        this.context(),
      );
  }

  context() {
    return { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
  }
}
