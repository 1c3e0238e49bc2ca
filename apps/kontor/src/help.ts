import { COMMON, type CommandOption, type CommandOptions } from './arguments.js';
import { isGroup, type Command, type Group } from './command.js';
import { columns } from './text-table.js';

const ENVIRONMENT = `It works on the database of the environment, whether or not the service is running on it, and brings its schema up
to date first. Only migrate, sandbox, agreement create and agreement list make a database that is not there:
  DATABASE_URL  mysql://user:password@host:port/name, sqlite:PATH or sqlite::memory: (default sqlite:.data/kontor.db)
  BASE_URL      public address of the service (default http://localhost:PORT)

Only listen asks a running service instead, with two tokens, until it is interrupted:
  KONTOR_APP_SECRET_TOKEN       of an app
  KONTOR_AGREEMENT_GRANT_TOKEN  of its grant
`;

/**
 * The help of a command or of a group of them, made from its declaration. `path`: the words that lead to it.
 */
export function helpOf(path: readonly string[], one: Command | Group): string {
  return isGroup(one) ? groupHelp(path, one) : commandHelp(path, one);
}

/** `kontor grant revoke --agreement N --grant N [--json]` */
export function usageOf(path: readonly string[], { operands, options }: Command): string {
  const words = [
    ...Object.entries(operands).map(([name, { placeholder = name }]) => placeholder),
    ...Object.entries(options).map(([name, one]) =>
      one.isRequired ? typed(name, one) : `[${typed(name, one)}]`,
    ),
    '[--json]',
  ];
  return [...path, ...words].join(' ');
}

function commandHelp(path: readonly string[], one: Command): string {
  const { says, operands, options } = one;
  return [
    `${path.join(' ')} ${says}.\n`,
    `Usage: ${usageOf(path, one)}\n`,
    section(
      'Values',
      Object.entries(operands).map(([name, { placeholder = name, says }]) => [placeholder, says]),
    ),
    section('Options', optionRows({ ...options, ...COMMON })),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function groupHelp(path: readonly string[], group: Group): string {
  const isTop = path.length === 1;
  return [
    `${path.join(' ')} ${group.says}.\n`,
    `Usage: ${path.join(' ')} COMMAND\n`,
    section('Commands', commandRows(group)),
    `${path.join(' ')} COMMAND --help says what a command takes.\n`,
    isTop ? `${path.join(' ')} --version prints the version.\n` : '',
    isTop ? ENVIRONMENT : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const commandRows = ({ members }: Group, before: readonly string[] = []): readonly (readonly string[])[] =>
  members.flatMap((one) => {
    const words = [...before, one.name];
    return isGroup(one) ? commandRows(one, words) : [[words.join(' '), one.says]];
  });

const optionRows = (options: CommandOptions): readonly (readonly string[])[] =>
  Object.entries(options).map(([name, one]) => {
    const { says, fallback, isRequired } = one;
    const more = fallback === undefined ? (isRequired ? ' (required)' : '') : ` (default ${fallback})`;
    return [typed(name, one), says + more];
  });

const typed = (name: string, { placeholder }: CommandOption): string =>
  placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`;

const section = (title: string, rows: readonly (readonly string[])[]): string =>
  rows.length === 0 ? '' : `${title}:\n${columns(rows, '  ')}`;
