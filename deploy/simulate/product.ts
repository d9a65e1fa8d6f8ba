import { account } from '@easel/api/account/account.decider';
import { AccountLookup } from '@easel/api/account/account.lookup';
import { EntitlementsLookup } from '@easel/api/account/entitlements.lookup';
import { AllowanceSweep } from '@easel/api/account/allowance-sweep';
import { SettledLookup } from '@easel/api/account/settled.lookup';
import { PlanAccounts } from '@easel/api/account/follow-plans';
import { competition } from '@easel/api/competitions/competition.decider';
import { CompetitionsLookup } from '@easel/api/competitions/competitions.lookup';
import { payoutsConfig } from '@easel/api/earnings/payouts.config';
import { PayoutsLookup } from '@easel/api/earnings/payouts.lookup';
import { CuratorsLookup } from '@easel/api/curators/curators.lookup';
import { ConfirmDownload, ConfirmDownloadHandler } from '@easel/api/downloads/confirm-download';
import { DownloadTokens } from '@easel/api/downloads/download-tokens';
import { Quotes } from '@easel/api/downloads/quotes';
import { TakeableImages } from '@easel/api/downloads/takeable-images';
import { AccrueSale, AccrueSaleHandler } from '@easel/api/earnings/accrue-sale';
import { earnings } from '@easel/api/earnings/earnings.decider';
import { EarningsLookup } from '@easel/api/earnings/earnings.lookup';
import { SettleErasure, SettleErasureHandler } from '@easel/api/erasure/erase-members';
import { ForgetMember, ForgetMemberHandler } from '@easel/api/erasure/forget-members';
import { Obstacles } from '@easel/api/erasure/obstacles';
import { OrdersUnderWayLookup } from '@easel/api/orders/orders-under-way.lookup';
import { Cancellations } from '@easel/api/generation/cancel-generation';
import { CreateVariant, CreateVariantHandler } from '@easel/api/generation/create-variant';
import { DeliverVariant, DeliverVariantHandler } from '@easel/api/generation/deliver-variant';
import { generation } from '@easel/api/generation/generation.decider';
import { GenerationLookup } from '@easel/api/generation/generation.lookup';
import { ImageRequests } from '@easel/api/generation/image-requests';
import { OwnGenerationsLookup } from '@easel/api/generation/own-generations.lookup';
import { RequestGenerations, RequestGenerationsHandler } from '@easel/api/generation/request-generations';
import { ProviderBudgets } from '@easel/api/generation/provider-budgets';
import { RetryGeneration, RetryGenerationHandler } from '@easel/api/generation/retry-generation';
import { SourcePictures } from '@easel/api/generation/source-pictures';
import type { ImageFiles } from '@easel/api/image-files';
import { invoicesConfig } from '@easel/api/invoices/invoices.config';
import { IssueInvoice, IssueInvoiceHandler } from '@easel/api/invoices/issue-invoices';
import { MembersLookup } from '@easel/api/members/members.lookup';
import { SettleReferral, SettleReferralHandler } from '@easel/api/members/settle-referral';
import { Checkouts } from '@easel/api/payments/checkouts';
import { ForgetCustomer, ForgetCustomerHandler } from '@easel/api/payments/forget-customer';
import { LookAtPlans, LookAtPlansHandler } from '@easel/api/payments/look-at-plans';
import { OpenPlanPage, OpenPlanPageHandler } from '@easel/api/payments/open-plan-page';
import { OpenTopUp, OpenTopUpHandler } from '@easel/api/payments/open-top-up';
import { PlanFollower } from '@easel/api/payments/plan-follower';
import { SettleNextPeriod, SettleNextPeriodHandler } from '@easel/api/payments/settle-next-period';
import { StripeOrdersGateway } from '@easel/api/payments/stripe-orders.gateway';
import type { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { Webhook } from '@easel/api/payments/webhook';
import { webhooks } from '@easel/api/payments/webhooks.decider';
import type { PublicAddress } from '@easel/kernel/http/public-address';
import { BuyImage, BuyImageHandler } from '@easel/api/purchases/buy-image';
import { ImageOffersLookup } from '@easel/api/purchases/image-offers.lookup';
import { orders } from '@easel/api/orders/orders.decider';
import type { PrintController } from '@easel/api/orders/print.controller';
import { PeopleLookup } from '@easel/api/people/people.lookup';
import { builtInProvider } from '@easel/api/providers/providers.config';
import { ProvidersLookup } from '@easel/api/providers/providers.lookup';
import { SpendingLookup } from '@easel/api/providers/spending.lookup';
import { PriceListLookup } from '@easel/api/settings/prices.lookup';
import { ChoosePlan, ChoosePlanHandler } from '@easel/api/subscriptions/choose-plan';
import { UploadsLookup } from '@easel/api/uploads/uploads.lookup';
import { accountStream } from '@easel/contracts/account/stream';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { earningsStream } from '@easel/contracts/earnings/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { webhookStream } from '@easel/contracts/payments/stream';
import { Decide, DecideHandler, Deciders } from '@easel/kernel/deciding/decide';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { ErasePerson, ErasePersonHandler } from '@easel/kernel/identity/erase-person';
import { Commands } from './commands.ts';
import { erasureOn } from './erasure.ts';
import type { Ground } from './ground.ts';
import { mountChallenges } from './product-challenges.ts';
import { mountOrders } from './product-orders.ts';

/** What members, operators and the card service reach of one process. */
export interface Product {
  runner: DeciderRunner;
  commands: Commands;
  cancellations: Cancellations;
  payouts: PayoutsLookup;
  quotes: Quotes;
  webhook: Webhook;
  /** What the print service calls. */
  prints: PrintController;
  gateway: StripeGateway;
  sweep: AllowanceSweep;
}

const SITE = 'http://easel.simulated';

/** Puts one process together by hand: the product's own handlers, as its modules do. */
export function productOn(ground: Ground): Product {
  const { log, runner, sealer, bus, customers, mailboxes, gateway, logger, locks, sweeps, roll, strike } = ground;
  const commands = new Commands();
  const { bus: commandBus } = commands;
  const accounts = new AccountLookup(runner);
  const entitlements = new EntitlementsLookup(runner);
  const earned = new EarningsLookup(runner);
  const payouts = new PayoutsLookup(accounts, earned, payoutsConfig.parse({}));
  const members = new MembersLookup(runner, sealer);
  const generations = new GenerationLookup(runner);
  const curators = new CuratorsLookup(runner, accounts);
  const people = new PeopleLookup(runner, generations, members, sealer);
  const lists = new PriceListLookup(runner);
  const offers = new ImageOffersLookup(generations, curators, lists);
  const tokens = new DownloadTokens(sealer);
  const providers = new ProvidersLookup([builtInProvider], runner, bus, { expectedMs: () => null });
  const budgets = new ProviderBudgets(providers, new SpendingLookup(runner));
  const images = new ImageRequests(runner, commandBus, accounts, sealer, providers, budgets);
  // Masks are files, and nobody here paints one.
  const masks = { has: () => Promise.resolve(false) } as unknown as BlobStore;
  const sources = new SourcePictures(generations, entitlements, people, new UploadsLookup(runner), masks);
  const site = { known: () => Promise.resolve(SITE) } as unknown as PublicAddress;
  // Files are made from what is bought, and decide nothing of it.
  const files = { prepare: () => Promise.resolve() } as unknown as ImageFiles;
  const checkouts = new Checkouts(gateway, customers, members, site, logger);
  const follower = new PlanFollower(gateway, new PlanAccounts(runner), members, logger);

  const deciders = new Deciders(runner);
  deciders.mount(accountStream, account);
  deciders.mount(earningsStream, earnings);
  deciders.mount(generationStream, generation);
  deciders.mount(orderStream, orders);
  deciders.mount(competitionStream, competition);
  deciders.mount(webhookStream, webhooks);
  commands.handle(Decide, new DecideHandler(deciders));

  commands.handle(OpenTopUp, new OpenTopUpHandler(gateway, checkouts));
  commands.handle(LookAtPlans, new LookAtPlansHandler(gateway, checkouts, customers, follower));
  commands.handle(OpenPlanPage, new OpenPlanPageHandler(gateway, checkouts));
  commands.handle(SettleNextPeriod, new SettleNextPeriodHandler(gateway, checkouts, customers, follower));
  commands.handle(ChoosePlan, new ChoosePlanHandler(commandBus, accounts));

  commands.handle(BuyImage, new BuyImageHandler(commandBus, offers, entitlements, files, people));
  commands.handle(ConfirmDownload, new ConfirmDownloadHandler(commandBus, tokens, offers, entitlements, files, people));
  const prints = mountOrders(ground, {
    commands,
    checkouts,
    members,
    offers,
    lists,
    generations,
    entitlements,
    people,
    files,
    site,
  });
  mountChallenges(ground, { commands, accounts, earned, generations, members });
  commands.handle(AccrueSale, new AccrueSaleHandler(runner, accounts));
  commands.handle(SettleReferral, new SettleReferralHandler(runner, log, accounts, mailboxes, commandBus));

  commands.handle(IssueInvoice, new IssueInvoiceHandler(runner, log, invoicesConfig.parse({})));

  commands.handle(RequestGenerations, new RequestGenerationsHandler(images, people, sources));
  commands.handle(CreateVariant, new CreateVariantHandler(runner, generations, images, sealer, sources));
  commands.handle(RetryGeneration, new RetryGenerationHandler(runner, generations, images, sources));
  commands.handle(DeliverVariant, new DeliverVariantHandler(runner, generations));

  const underWay = new OrdersUnderWayLookup(accounts, runner);
  commands.handle(
    SettleErasure,
    new SettleErasureHandler(
      erasureOn(runner, strike),
      new Obstacles(accounts, earned, payouts, underWay, new CompetitionsLookup(runner)),
    ),
  );
  commands.handle(
    ForgetMember,
    new ForgetMemberHandler(new OwnGenerationsLookup(log), new UploadsLookup(runner), commandBus),
  );
  commands.handle(ErasePerson, new ErasePersonHandler(sealer));
  commands.handle(
    ForgetCustomer,
    new ForgetCustomerHandler(gateway, new StripeOrdersGateway(gateway), customers, follower),
  );

  return {
    runner,
    commands,
    cancellations: new Cancellations(commandBus, bus),
    payouts,
    quotes: new Quotes(new TakeableImages(offers, people), offers, entitlements, tokens),
    webhook: new Webhook(gateway, commandBus, follower, members, new SettledLookup(runner), logger),
    prints,
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
