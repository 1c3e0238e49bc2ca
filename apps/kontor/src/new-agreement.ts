import * as TE from 'fp-ts/lib/TaskEither.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';
import { currencies, recorded, seedDemo } from '@kontor/api';
import { MODULE_NAMES, type ModuleName } from '@kontor/kernel';
import type { SqlBooks } from '@kontor/sql';
import { createAgreement, type Agreement, type AgreementRefusal, type CreateAgreement } from '@kontor/studio';
import { defaulted, type CommandOption } from './arguments.js';
import type { CommandContext } from './command.js';
import { moduleNames } from './readers.js';

/** `--modules` of an agreement that is made; `usual`: those it has when the option is left out. */
export const modulesOption = (usual: readonly ModuleName[]): CommandOption<readonly ModuleName[]> =>
  defaulted(
    'LIST',
    `modules switched on, out of ${MODULE_NAMES.join(',')}; '' for none`,
    usual.join(','),
    moduleNames,
  );

/**
 * Makes an agreement, furnished. The demo agreement comes first, because its
 * number is its own and everybody may read it.
 */
export const newAgreement =
  (
    { database, clock, record }: Pick<CommandContext, 'database' | 'clock' | 'record'>,
    given: Omit<CreateAgreement, 'now'>,
    furnish: (books: SqlBooks, agreement: Agreement) => Promise<unknown>,
  ): TaskEither<AgreementRefusal, Agreement> =>
  async () => {
    await seedDemo(database, clock);
    const command = { ...given, now: clock() };
    return createAgreement<SqlBooks, never>(database.studio, currencies, command, {
      inUnit: (agreementNumber, work) => recorded(database)(agreementNumber, work, () => record()),
      furnish: (books, agreement) => TE.fromTask(() => furnish(books, agreement)),
    })();
  };

/** Why an agreement was not made, as a sentence. */
export function agreementRefused(refusal: AgreementRefusal): string {
  switch (refusal.kind) {
    case 'CurrencyUnknown':
      return `--base-currency must be a current currency of ISO 4217 such as EUR, but is "${refusal.code}".`;
    case 'AdministratorUnknown':
      return `--client-of names agreement ${refusal.agreementNumber}, which is not there.`;
    case 'AdministratesNobody':
      return `--client-of names agreement ${refusal.agreementNumber}, which is no administrator agreement.`;
    case 'AdministratorIsClient':
      return 'an administrator agreement is nobody’s client: give --administrator or --client-of, not both.';
  }
}
