import { TAG, type Sandbox } from './clients.js';
import type { Cluster } from './cluster.js';
import { connections, send } from './exchange.js';
import type { GaleraNode } from './galera-node.js';
import type { FoundItem } from './history.js';

type Agreement = Pick<Sandbox, 'agreementNumber'>;

/** The vouchers and invoices of this run in the journal that a node's books make. */
export async function bookedOn(
  { kontor }: Cluster,
  node: GaleraNode,
  { agreementNumber }: Agreement,
): Promise<readonly FoundItem[]> {
  const journal = await kontor(node, 'export', '--agreement', String(agreementNumber), '--format', 'hledger');
  return bookedIn(journal, agreementNumber);
}

const KIND_OF: Readonly<Record<string, FoundItem['kind']>> = {
  financeVoucher: 'voucher',
  customerInvoice: 'invoice',
};

/** `2026-01-15 (12) financeVoucher  ; voucher 90`, and below it its entries, the first with its tag. */
export function bookedIn(journal: string, agreementNumber: number): readonly FoundItem[] {
  return journal.split(/\n(?=\d{4}-\d{2}-\d{2} )/).flatMap((voucher): readonly FoundItem[] => {
    const [, number, type = ''] = /^\S+ \((\d+)\) (\w+) /.exec(voucher) ?? [];
    const tag = /; entry \d+, (.+)$/m.exec(voucher)?.[1] ?? '';
    const kind = KIND_OF[type];
    return kind === undefined || !TAG.test(tag)
      ? []
      : [{ tag, kind, agreementNumber, number: Number(number) }];
  });
}

/** The units of this run as a replica answers them. */
export async function unitsOf(
  cluster: Cluster,
  replica: string,
  sandbox: Sandbox,
): Promise<readonly FoundItem[]> {
  const { agreementNumber, appSecretToken, agreementGrantToken } = sandbox;
  const headers = { 'X-AppSecretToken': appSecretToken, 'X-AgreementGrantToken': agreementGrantToken };
  const agent = connections();
  const units: FoundItem[] = [];
  let page: string | undefined = `${cluster.address}/units?pagesize=1000`;
  while (page !== undefined) {
    const url: string = page.replace(cluster.address, replica);
    const { status, text } = await send(agent, { method: 'GET', url, headers });
    if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
    const { collection, pagination } = JSON.parse(text) as {
      collection: readonly { unitNumber: number; name: string }[];
      pagination: { nextPage?: string };
    };
    for (const { unitNumber: number, name: tag } of collection) {
      if (TAG.test(tag)) units.push({ tag, kind: 'unit', agreementNumber, number });
    }
    page = pagination.nextPage;
  }
  agent.destroy();
  return units;
}

/** A digest of all that a node holds, table by table. */
export async function digestOf(node: GaleraNode, database: string): Promise<string> {
  const tables = (await node.ask('SHOW TABLES', database)).trim().split('\n');
  return node.ask(`CHECKSUM TABLE ${tables.map((table) => `\`${table}\``).join(', ')}`, database);
}
