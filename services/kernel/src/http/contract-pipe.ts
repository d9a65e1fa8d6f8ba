import { problems, Refused } from '@easel/contracts/kernel/problem';
import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  StandardSchemaValidationPipe,
  type StandardSchemaValidationPipeOptions,
} from '@nestjs/common';

type Issue = Parameters<NonNullable<StandardSchemaValidationPipeOptions['exceptionFactory']>>[0][number];

/**
 * Reads what a route is sent as its contract says. Of an address a schema takes the fields that it names, and what they
 * hold is text: names that would reach prototypes are looked for in bodies alone.
 */
@Injectable()
export class ContractPipe implements PipeTransform {
  private readonly ofBodies = new StandardSchemaValidationPipe({ exceptionFactory: refusedFor });

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { schema, type } = metadata;
    if (type !== 'query' && type !== 'param') return this.ofBodies.transform(value, metadata);
    if (!schema) return value;
    const read = schema['~standard'].validate(value);
    return read instanceof Promise ? read.then(valueOf) : valueOf(read);
  }
}

/**
 * Reads a query as the pipe does, within the handler: the framework makes several promises for each parameter with a
 * pipe, on pages that are asked for most.
 */
export function readQuery<T>(
  schema: { safeParse(sent: unknown): { data: T; error?: undefined } | { error: { issues: readonly Issue[] } } },
  sent: unknown,
): T {
  const read = schema.safeParse(sent);
  if (read.error) throw refusedFor(read.error.issues);
  return read.data;
}

type Read = { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

function valueOf(read: Read): unknown {
  if (read.issues) throw refusedFor(read.issues);
  return read.value;
}

function refusedFor(issues: readonly Issue[]): Refused {
  const errors = issues.slice(0, 20).map(fieldError);
  return new Refused(problems.invalid, { message: errors[0]?.message ?? problems.invalid.message, errors });
}

/** Describes what is wrong with one field. Of a body without fields the library would say, in its words, its type. */
function fieldError(issue: Issue): { path: string; message: string } {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  const isNoObject = path === '' && 'code' in issue && issue.code === 'invalid_type';
  return { path, message: isNoObject ? problems.invalid.message : issue.message };
}
