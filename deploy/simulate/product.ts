import { FollowPlans, RequestPayout, SettlePayout } from '@easel/api/account/account.commands';
import { account } from '@easel/api/account/account.decider';
import { AccountLookup } from '@easel/api/account/account.lookup';
import { EntitlementsLookup } from '@easel/api/account/entitlements.lookup';
import { AllowanceSweep } from '@easel/api/account/allowance-sweep';
import type { AllowanceSweeps } from '@easel/api/account/allowance-sweeps';
import { FollowPlansHandler } from '@easel/api/account/plan.handlers';
import { RequestPayoutHandler, SettlePayoutHandler } from '@easel/api/account/payout.handlers';
import { payoutsConfig } from '@easel/api/account/payouts.config';
import { PayoutsLookup } from '@easel/api/account/payouts.lookup';
import { CuratorsLookup } from '@easel/api/curators/curators.lookup';
import { DownloadTokens } from '@easel/api/downloads/download-tokens';
import { ConfirmDownload } from '@easel/api/downloads/downloads.commands';
import { ConfirmDownloadHandler } from '@easel/api/downloads/downloads.handlers';
import { Quotes } from '@easel/api/downloads/quotes';
import { TakeableImages } from '@easel/api/downloads/takeable-images';
import { AccrueEarnings, MatureEarnings } from '@easel/api/earnings/earnings.commands';
import { earnings } from '@easel/api/earnings/earnings.decider';
import { AccrueEarningsHandler, MatureEarningsHandler } from '@easel/api/earnings/earnings.handlers';
import { EarningsLookup } from '@easel/api/earnings/earnings.lookup';
import {
  AttachVariant,
  ChangeGeneration,
  CreateVariant,
  PurgeGeneration,
  RequestGenerations,
  RetryGeneration,
} from '@easel/api/generation/generation.commands';
import { generation } from '@easel/api/generation/generation.decider';
import {
  AttachVariantHandler,
  ChangeGenerationHandler,
  PurgeGenerationHandler,
} from '@easel/api/generation/generation.handlers';
import { GenerationLookup } from '@easel/api/generation/generation.lookup';
import { ImageRequests } from '@easel/api/generation/image-requests';
import {
  CreateVariantHandler,
  RequestGenerationsHandler,
  RetryGenerationHandler,
} from '@easel/api/generation/request.handlers';
import type { ImageFiles } from '@easel/api/image-files';
import { RewardReferral } from '@easel/api/members/members.commands';
import type { MemberRoll } from '@easel/api/members/member-roll.lookup';
import { MembersLookup } from '@easel/api/members/members.lookup';
import { RewardReferralHandler } from '@easel/api/members/referral.handlers';
import type { ReferralMailboxes } from '@easel/api/members/referral-mailboxes';
import { Checkouts } from '@easel/api/payments/checkouts';
import { LookAtPlans, OpenPlanPage, OpenTopUp, SettleNextPeriod } from '@easel/api/payments/payments.commands';
import {
  LookAtPlansHandler,
  OpenPlanPageHandler,
  OpenTopUpHandler,
  SettleNextPeriodHandler,
} from '@easel/api/payments/payments.handlers';
import type { Customers } from '@easel/api/payments/customers';
import { PlanFollower } from '@easel/api/payments/plan-follower';
import type { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { Webhook } from '@easel/api/payments/webhook';
import type { PublicAddress } from '@easel/api/public-address';
import { ImageOffersLookup } from '@easel/api/purchases/image-offers.lookup';
import { BuyImage } from '@easel/api/purchases/purchases.commands';
import { BuyImageHandler } from '@easel/api/purchases/purchases.handlers';
import { PriceListLookup } from '@easel/api/settings/prices.lookup';
import { RevisePrices } from '@easel/api/settings/settings.commands';
import { RevisePricesHandler } from '@easel/api/settings/settings.handlers';
import { ChoosePlan } from '@easel/api/subscriptions/subscriptions.commands';
import { ChoosePlanHandler } from '@easel/api/subscriptions/subscriptions.handlers';
import { accountStream } from '@easel/contracts/account/stream';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { Decide, DecideHandler, Deciders } from '@easel/kernel/deciding/decide';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Locks } from '@easel/kernel/following/locks';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { Logger } from 'pino';
import { Commands } from './commands.ts';

/** What one process stands on: its doors to everything that outlives it. */
export interface Ground {
  log: EventLog;
  runner: DeciderRunner;
  sealer: Sealer;
  bus: Bus;
  customers: Customers;
  mailboxes: ReferralMailboxes;
  sweeps: AllowanceSweeps;
  roll: Pick<MemberRoll, 'after'>;
  locks: Locks;
  gateway: StripeGateway;
  logger: Logger;
}

/** What members, operators and the card service reach of one process. */
export interface Product {
  runner: DeciderRunner;
  commands: Commands;
  quotes: Quotes;
  webhook: Webhook;
  gateway: StripeGateway;
  sweep: AllowanceSweep;
}

const SITE = 'http://easel.simulated';

/** Puts one process together by hand: the product's own handlers, as its modules do. */
export function productOn(ground: Ground): Product {
  const { log, runner, sealer, bus, customers, mailboxes, gateway, logger, locks, sweeps, roll } = ground;
  const commands = new Commands();
  const { bus: commandBus } = commands;
  const accounts = new AccountLookup(runner);
  const entitlements = new EntitlementsLookup(accounts);
  const settings = payoutsConfig.parse({});
  const payouts = new PayoutsLookup(accounts, new EarningsLookup(runner), settings);
  const members = new MembersLookup(runner, log);
  const generations = new GenerationLookup(log);
  const curators = new CuratorsLookup(runner, accounts);
  const offers = new ImageOffersLookup(generations, curators, new PriceListLookup(runner));
  const tokens = new DownloadTokens(sealer);
  const images = new ImageRequests(runner, commandBus, accounts, sealer);
  const site = { known: () => Promise.resolve(SITE) } as unknown as PublicAddress;
  // Files are made from what is bought, and decide nothing of it.
  const files = { prepare: () => Promise.resolve() } as unknown as ImageFiles;
  const checkouts = new Checkouts(gateway, customers, members, site, logger);
  const follower = new PlanFollower(gateway, commandBus, members, logger);

  const deciders = new Deciders(runner);
  deciders.mount(accountStream, account);
  deciders.mount(earningsStream, earnings);
  deciders.mount(generationStream, generation);
  commands.handle(Decide, new DecideHandler(deciders));

  commands.handle(FollowPlans, new FollowPlansHandler(runner));
  commands.handle(RequestPayout, new RequestPayoutHandler(runner, payouts, settings));
  commands.handle(SettlePayout, new SettlePayoutHandler(runner, payouts));

  commands.handle(OpenTopUp, new OpenTopUpHandler(gateway, checkouts));
  commands.handle(LookAtPlans, new LookAtPlansHandler(gateway, checkouts, customers, follower));
  commands.handle(OpenPlanPage, new OpenPlanPageHandler(gateway, checkouts));
  commands.handle(SettleNextPeriod, new SettleNextPeriodHandler(gateway, checkouts, customers, follower));
  commands.handle(ChoosePlan, new ChoosePlanHandler(commandBus, accounts));

  commands.handle(BuyImage, new BuyImageHandler(commandBus, offers, entitlements, files));
  commands.handle(ConfirmDownload, new ConfirmDownloadHandler(commandBus, tokens, offers, entitlements, files));
  commands.handle(AccrueEarnings, new AccrueEarningsHandler(runner, accounts));
  commands.handle(MatureEarnings, new MatureEarningsHandler(runner));
  commands.handle(RewardReferral, new RewardReferralHandler(runner, log, accounts, mailboxes, commandBus));

  commands.handle(RequestGenerations, new RequestGenerationsHandler(images));
  commands.handle(CreateVariant, new CreateVariantHandler(runner, generations, images, sealer));
  commands.handle(RetryGeneration, new RetryGenerationHandler(runner, generations, images));
  commands.handle(AttachVariant, new AttachVariantHandler(runner, generations));
  commands.handle(ChangeGeneration, new ChangeGenerationHandler(runner, bus));
  commands.handle(PurgeGeneration, new PurgeGenerationHandler(runner));
  commands.handle(RevisePrices, new RevisePricesHandler(runner));

  return {
    runner,
    commands,
    quotes: new Quotes(new TakeableImages(offers), offers, entitlements, tokens),
    webhook: new Webhook(gateway, commandBus, follower, members, logger),
    gateway,
    sweep: new AllowanceSweep({
      runner,
      members: roll,
      sweeps,
      locks,
      logger,
      clocks: () => Promise.resolve([new Date()]),
    }),
  };
}
