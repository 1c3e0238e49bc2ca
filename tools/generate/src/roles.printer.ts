import { type Endpoint, reachOf, ROLE_NAMES, byText } from '@kontor/http';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Which role reaches which endpoint (D13), read off the rows. */
export function rolesTable(endpoints: readonly Endpoint[]): string {
  const rows = [...endpoints]
    .sort((a, b) => byText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method))
    .map(({ method, path, access }) => {
      const { anybody, administrator, roles } = reachOf(access);
      const cells = [
        anybody,
        ...ROLE_NAMES.map((role) => roles.includes(role)),
        administrator,
        anybody || (method === 'GET' && roles.length > 0),
      ];
      return `| ${method} | \`${path}\` | ${cells.map((reaches) => (reaches ? 'yes' : '–')).join(' | ')} |`;
    });
  const head = ['Method', 'Endpoint', 'Anybody', ...ROLE_NAMES, 'Administrator grant', 'Demo'];
  return [
    '<!-- Generated from the endpoint rows by tools/generate. Do not edit. -->',
    '',
    '# Who reaches what',
    '',
    'A grant carries the roles that its app asked for. A request that its roles do not reach is answered 403.',
    'An administrator grant reaches only the self endpoint and the studio module. The demo agreement is',
    'read-only. "Anybody" needs no credentials. In an agreement that is blocked or marked for deletion nothing',
    'is written (400, E10050); what is marked for deletion is read with the role SuperUser only.',
    '',
    `| ${head.join(' | ')} |`,
    `|${' --- |'.repeat(head.length)}`,
    ...rows,
    '',
  ].join('\n');
}
