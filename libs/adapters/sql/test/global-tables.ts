/**
 * The tables that belong to no single agreement, and why; every other table begins with the agreement (R1),
 * and every statement on it names one (R2). They are read-mostly and small, and nothing of an agreement has a
 * foreign key to them (R4), so that agreements may be spread over several databases.
 */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  agreement: 'the list of agreements itself, which leads to where the rest of them is kept',
  app: 'an app is granted access by many agreements',
  agreement_grant: 'a grant token must lead to its agreement: the one look-up before the agreement is known',
  app_user: 'a person signs in before any agreement is known',
  portal_session: 'a person is signed in before any agreement is known',
  mailed_token: 'a person who forgot the password comes back before any agreement is known',
  second_factor: 'a person signs in before any agreement is known',
  recovery_code: 'a person signs in before any agreement is known',
  portal_key:
    'the keys that sign what browsers keep and encrypt those of webhooks are the same in the whole service',
  global_counter: 'numbers of agreements, apps and grants are unique in the whole service',
  webhook: 'whoever has time looks for something to deliver in every agreement at once',
  webhook_delivery: 'it lies below a webhook, by whose number it is found',
  database_epoch: 'which past of the whole database it is: made anew by a restore',
  migrations: 'which migrations have run on this database, as TypeORM notes it',
  schema_lock: 'which process runs them',
};
