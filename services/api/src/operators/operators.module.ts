import { Module } from '@nestjs/common';
import { OperatorDirectory } from './operator-directory.ts';
import { OperatorsController } from './operators.controller.ts';
import { SignInOperatorHandler } from './operators.handlers.ts';
import { OperatorCredentials } from './operators.tables.ts';

@Module({
  controllers: [OperatorsController],
  providers: [OperatorDirectory, OperatorCredentials, SignInOperatorHandler],
  exports: [OperatorDirectory],
})
export class OperatorsModule {}
