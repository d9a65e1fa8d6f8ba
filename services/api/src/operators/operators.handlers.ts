import { operatorProblems } from '@easel/contracts/operators/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { Sessions } from '@easel/kernel/sessions';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OperatorDirectory, OPERATORS_STREAM } from './operator-directory.ts';
import { SignInOperator } from './operators.commands.ts';
import { operators, type Operator } from './operators.decider.ts';

const SESSION_DAYS = 1;

@CommandHandler(SignInOperator)
export class SignInOperatorHandler implements ICommandHandler<SignInOperator> {
  constructor(
    private readonly directory: OperatorDirectory,
    private readonly runner: DeciderRunner,
    private readonly sessions: Sessions,
  ) {}

  async execute(command: SignInOperator): Promise<{ token: string; admin: Operator & { id: string } }> {
    const { email, password, userAgent, context } = command;
    const id = await this.directory.authenticate(email, password);
    const operator = id && (await this.directory.find(id));
    if (!id || !operator) throw new Refused(operatorProblems.wrongCredentials);
    await this.runner.execute(
      OPERATORS_STREAM,
      operators,
      { type: 'RecordSignIn', operatorId: id, at: new Date() },
      { ...context, actor: { kind: 'operator', id, role: operator.role } },
    );
    const session = { kind: 'operator', id, role: operator.role } as const;
    const { token } = await this.sessions.open(session, { days: SESSION_DAYS, userAgent });
    return { token, admin: { id, ...operator } };
  }
}
