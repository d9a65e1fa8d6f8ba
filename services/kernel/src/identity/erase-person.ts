import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sealer } from './sealing.ts';

/**
 * Destroys somebody's key, for ever: whatever is sealed with it reads as erased from then on. A repeat changes nothing.
 */
export class ErasePerson extends Command<void> {
  constructor(readonly personId: string) {
    super();
  }
}

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(private readonly sealer: Sealer) {}

  execute({ personId }: ErasePerson): Promise<void> {
    return this.sealer.erase(personId);
  }
}
