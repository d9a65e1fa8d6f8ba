import { projectionStream } from '@easel/contracts/operations/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { projection } from './projection.decider.ts';
import { OperateProjection } from './projections.commands.ts';

/** Ids of operators' actions are UUID v5 of the command's key within this namespace. */
const OPERATION_NAMESPACE = 'b0a8f6b4-6a0e-4b57-9a55-0d2f4ce1b7a1';

@CommandHandler(OperateProjection)
export class OperateProjectionHandler implements ICommandHandler<OperateProjection> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ projection: name, wish, reason, context }: OperateProjection): Promise<string> {
    const actionId = uuidV5(`${context.key}\n${name}`, OPERATION_NAMESPACE);
    await this.runner.execute(
      projectionStream.nameOf(name),
      projection,
      { ...wish, projection: name, actionId, reason },
      context,
    );
    return actionId;
  }
}
