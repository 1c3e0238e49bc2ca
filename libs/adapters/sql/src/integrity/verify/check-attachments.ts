import { createHash } from 'node:crypto';
import type { BooksChecked } from '@kontor/ledger';
import { read } from '../../attachment/byte-store.js';
import { counted, rowsIn, type Looked } from './checks.js';
import { textAt } from '../../row.js';

/** A voucher that says it has a file has one, of the bytes it was sent with; no file is nobody's. */
export async function attachmentsAreWhole(looked: Looked): Promise<BooksChecked> {
  const { agreementNumber, session } = looked;
  const files = await rowsIn(
    looked,
    'SELECT a.`voucher_id`, a.`storage_key`, a.`bytes`, a.`digest`, v.`attachment` FROM `attachment` AS a ' +
      'LEFT JOIN `voucher` AS v ON v.`agreement_number` = a.`agreement_number` AND v.`voucher_id` = a.`voucher_id` ' +
      'WHERE a.`agreement_number` = ? ORDER BY a.`voucher_id`',
  );
  const lacking = await rowsIn(
    looked,
    'SELECT v.`voucher_id` FROM `voucher` AS v LEFT JOIN `attachment` AS a ' +
      'ON a.`agreement_number` = v.`agreement_number` AND a.`voucher_id` = v.`voucher_id` ' +
      'WHERE v.`agreement_number` = ? AND v.`attachment` IS NOT NULL AND a.`voucher_id` IS NULL LIMIT 1000',
  );
  const faults = lacking.map((row) => `voucher ${String(row['voucher_id'])} says it has a file and has none`);
  for (const row of files) {
    const voucher = `voucher ${String(row['voucher_id'])}`;
    if (row['attachment'] === null) faults.push(`${voucher} has a file and does not say so, or is gone`);
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of read(session, { agreementNumber, storageKey: textAt(row, 'storage_key') })) {
      bytes += piece.length;
      hash.update(piece);
    }
    if (bytes !== row['bytes']) {
      faults.push(`the file of ${voucher} has ${bytes} bytes, and was sent with ${String(row['bytes'])}`);
    } else if (hash.digest('hex') !== row['digest']) {
      faults.push(`the file of ${voucher} is not the one that was sent`);
    }
  }
  const orphans = await rowsIn(
    looked,
    'SELECT c.`storage_key`, COUNT(*) AS pieces FROM `byte_chunk` AS c WHERE c.`agreement_number` = ? AND ' +
      ['attachment', 'loose_bytes', 'import']
        .map(
          (owner) =>
            `NOT EXISTS (SELECT 1 FROM \`${owner}\` AS o WHERE o.\`agreement_number\` = c.\`agreement_number\` ` +
            'AND o.`storage_key` = c.`storage_key`)',
        )
        .join(' AND ') +
      ' GROUP BY c.`storage_key` LIMIT 1000',
  );
  for (const { storage_key: key, pieces } of orphans)
    faults.push(`a file that nothing has (${String(key)}) is there, in ${String(pieces)} pieces`);
  const loose = await rowsIn(
    looked,
    'SELECT a.`voucher_id` FROM `attachment` AS a JOIN `loose_bytes` AS l ' +
      'ON l.`agreement_number` = a.`agreement_number` AND l.`storage_key` = a.`storage_key` ' +
      'WHERE a.`agreement_number` = ? LIMIT 1000',
  );
  for (const row of loose)
    faults.push(`the file of voucher ${String(row['voucher_id'])} is about to be removed as nobody's`);
  return { check: 'Attachments are whole', looked: counted(files.length, 'attachment'), faults };
}
