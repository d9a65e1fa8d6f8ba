import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Commands that are classes with handlers of their own: for use cases where several streams or a vendor meet. */
export const MOST_CLASSES = 24;

/** What says how, by whom or when a command is sent, and so what two of them may have in common. */
const OF_EVERY_COMMAND = new Set(['type', 'context', 'at']);

interface CommandShape {
  name: string;
  fields: readonly string[];
}

export interface Commands {
  /** Classes that Nest's bus carries, each with a handler of its own. */
  classes: readonly CommandShape[];
  /** Members of the deciders' unions. */
  decided: readonly CommandShape[];
}

/** Reads the command side below a checkout's root. */
export function commandsIn(root: string): Commands {
  const program = programOf(root);
  const checker = program.getTypeChecker();
  const classes: CommandShape[] = [];
  const decided: CommandShape[] = [];
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(join(root, 'services/api/'))) continue;
    source.forEachChild((node) => {
      if (ts.isClassDeclaration(node)) classes.push(...commandClass(node));
      if (ts.isVariableStatement(node)) decided.push(...commandsOfDeciders(node, checker));
    });
  }
  return { classes, decided };
}

/**
 * Answers a sentence for each command that exists twice: a class with the name, or with all the fields, of a command that
 * a decider decides; ids alone make no twin, since they only say what a command is about. Tells as well of more classes
 * than there may be.
 */
export function twinsAmong({ classes, decided }: Commands): string[] {
  const twins = classes.flatMap((one) => {
    const twin = decided.find((other) => other.name === one.name || hasSameFields(one, other));
    return twin ? [`${one.name} is the decider's ${twin.name} once more: send that by decide()`] : [];
  });
  if (classes.length <= MOST_CLASSES) return twins;
  return [...twins, `${classes.length} commands are classes, and ${MOST_CLASSES} may be`];
}

/** Contracts and command side alone: what comes from packages has no part in what a command's fields are. */
function programOf(root: string): ts.Program {
  const files = globSync('{contracts,services/api}/src/**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => join(root, path));
  return ts.createProgram(files, {
    strict: true,
    noResolve: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    allowImportingTsExtensions: true,
    customConditions: ['source'],
  });
}

/** `class BuyImage extends Command<…> { constructor(readonly memberId: string, …) }`. */
function commandClass(node: ts.ClassDeclaration): CommandShape[] {
  const isCommand = node.heritageClauses?.some(({ types }) =>
    types.some(({ expression }) => ts.isIdentifier(expression) && expression.text === 'Command'),
  );
  if (!isCommand || !node.name) return [];
  const parameters = node.members.find(ts.isConstructorDeclaration)?.parameters ?? [];
  const fields = parameters.flatMap(({ name, type }) =>
    type && ts.isTypeLiteralNode(type) ? type.members.map((member) => member.name?.getText() ?? '') : [name.getText()],
  );
  return [{ name: node.name.text, fields: fields.filter((field) => !OF_EVERY_COMMAND.has(field)) }];
}

/** `const account: Decider<Account, AccountCommand, AccountFact> = …`. */
function commandsOfDeciders({ declarationList }: ts.VariableStatement, checker: ts.TypeChecker): CommandShape[] {
  return declarationList.declarations.flatMap(({ type }) => {
    if (!type || !ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'Decider') return [];
    const [, commands] = type.typeArguments ?? [];
    const union = commands && checker.getTypeFromTypeNode(commands);
    return (union?.isUnion() ? union.types : union ? [union] : []).flatMap((command) => {
      const tag = command.getProperty('type');
      const tagged = tag && checker.getTypeOfSymbol(tag);
      const names = (tagged?.isUnion() ? tagged.types : tagged ? [tagged] : []).filter((one) => one.isStringLiteral());
      const fields = command.getProperties().map(({ name }) => name);
      return names.map(({ value: name }) => ({ name, fields: fields.filter((field) => !OF_EVERY_COMMAND.has(field)) }));
    });
  });
}

const hasSameFields = ({ fields }: CommandShape, other: CommandShape): boolean =>
  fields.some((field) => !/id$/i.test(field)) &&
  fields.length === other.fields.length &&
  fields.every((field) => other.fields.includes(field));
