import type { Logger } from 'pino';
import { dataIn } from '../encode.ts';
import { type StoreError, unavailable } from '../errors.ts';
import { ANY } from '../event.ts';
import type { Sources } from '../read.ts';
import { systemEvent } from '../system-event.ts';
import { doesNotExist, dropped, exists } from './errors.ts';
import { Group } from './group.ts';
import type { GroupName, Wanted } from './requests.ts';
import { fullName, type GroupConfig } from './settings.ts';

const CONFIG_STREAM = '$persistentSubscriptionConfig';
const CONFIG_TYPE = '$PersistentConfig';

/**
 * The groups there are. The log says so, in the last event of a stream of its own: whatever changes is written there
 * first, and what runs follows from it. Changes are made one after the other.
 */
export class Registry {
  #sources: Sources;
  #logger: Logger;
  #groups = new Map<string, Group>();
  #turn: Promise<unknown> = Promise.resolve();
  /** False where what runs may not be what the log says: before the first look, and after a write that failed. */
  #fresh = false;
  #closed = false;

  constructor(sources: Sources, logger: Logger) {
    this.#sources = sources;
    this.#logger = logger;
  }

  async groups(): Promise<readonly Group[]> {
    if (!this.#fresh) await this.#inTurn(() => Promise.resolve());
    return [...this.#groups.values()];
  }

  /** @throws StoreError where there is no such group */
  async group(name: GroupName): Promise<Group> {
    if (!this.#fresh) await this.#inTurn(() => Promise.resolve());
    return this.#known(name);
  }

  create(wanted: Wanted): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#groups.has(fullName(wanted))) throw exists(wanted);
      await this.#save([...this.#configs(), { ...wanted, from: await this.#from(wanted) }]);
    });
  }

  /** Changes the settings; subscribers are dropped. Where there is a checkpoint it counts, not the start asked for. */
  update(wanted: Wanted): Promise<void> {
    return this.#inTurn(async () => {
      const { config, checkpoint } = this.#known(wanted);
      const begun = checkpoint.saved > config.from;
      const changed = {
        ...wanted,
        id: config.id,
        filter: config.filter,
        updates: (config.updates ?? 0) + 1,
        from: begun ? config.from : await this.#from(wanted),
      };
      await this.#save(this.#configs().map((other) => (other === config ? changed : other)));
    });
  }

  delete(name: GroupName): Promise<void> {
    return this.#inTurn(async () => {
      const { config, parked } = this.#known(name);
      await this.#save(this.#configs().filter((other) => other !== config));
      await this.#sources.log.database.dropCheckpoint(config.id);
      await parked.drop();
    });
  }

  /** Drops all subscribers and begins again at the checkpoints. */
  restart(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#stopAll((config) => dropped(config, 'persistent subscriptions are being restarted'));
      await this.#load();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn;
    await this.#stopAll(() => unavailable('the event store is shutting down'));
  }

  #known(name: GroupName): Group {
    const group = this.#groups.get(fullName(name));
    if (!group) throw doesNotExist(name);
    return group;
  }

  #configs(): GroupConfig[] {
    return [...this.#groups.values()].map((group) => group.config);
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(async () => {
      if (this.#closed) throw unavailable('the event store is shutting down');
      if (!this.#fresh) await this.#load();
      await change();
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** What a start comes to now. */
  async #from({ stream, start }: Wanted): Promise<number> {
    const { log, writer } = this.#sources;
    if (typeof start === 'number') return start;
    if (start === 'start') return stream === null ? 1 : 0;
    return (stream === null ? log.head : (await writer.headOf(stream)).revision) + 1;
  }

  async #save(configs: readonly GroupConfig[]): Promise<void> {
    // Whether a write that fails is stored nobody knows: the log is asked again then.
    this.#fresh = false;
    const event = systemEvent(CONFIG_TYPE, JSON.stringify({ version: '2', updated: new Date(), entries: configs }));
    const { kind } = await this.#sources.writer.append({
      stream: CONFIG_STREAM,
      expected: ANY,
      events: [event],
      deadlineMs: Infinity,
    });
    if (kind !== 'stored') throw unavailable('the groups of the event store cannot be written');
    await this.#follow(configs);
  }

  async #load(): Promise<void> {
    const { log } = this.#sources;
    const [last] = await log.database.streamBackwards(CONFIG_STREAM, Number.MAX_SAFE_INTEGER, log.head, {
      rows: 1,
      bytes: 1,
    });
    const stored = last && (JSON.parse(dataIn(last.bytes).toString('utf8')) as { entries: GroupConfig[] });
    await this.#follow(stored?.entries ?? []);
  }

  /** Makes what runs be what the log says. */
  async #follow(configs: readonly GroupConfig[]): Promise<void> {
    const same = (config: GroupConfig) => JSON.stringify(this.#groups.get(fullName(config))?.config);
    const kept = new Set(configs.filter((config) => same(config) === JSON.stringify(config)).map(fullName));
    const gone = [...this.#groups].filter(([name]) => !kept.has(name));
    for (const [name, group] of gone) {
      this.#groups.delete(name);
      await group.abandon(dropped(group.config, 'the group was changed or deleted'));
    }
    if (configs.length > kept.size) {
      const checkpoints = await this.#sources.log.database.checkpoints();
      for (const config of configs) {
        const name = fullName(config);
        if (kept.has(name)) continue;
        this.#groups.set(name, new Group(config, checkpoints.get(config.id), this.#sources, this.#logger));
      }
      await Promise.all([...this.#groups.values()].map((group) => group.ready));
    }
    this.#fresh = true;
  }

  async #stopAll(error: (config: GroupConfig) => StoreError): Promise<void> {
    const groups = [...this.#groups.values()];
    this.#groups.clear();
    this.#fresh = false;
    await Promise.all(groups.map((group) => group.close(error(group.config))));
  }
}
