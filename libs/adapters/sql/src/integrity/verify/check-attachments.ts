import { createHash } from 'node:crypto';
import { isRight } from 'fp-ts/lib/Either.js';
import { ATTACHMENT_TYPES, isOfItsType, type BooksChecked } from '@kontor/ledger';
import { read as readBytes } from '../../attachment/byte-store.js';
import { pluralize, from, rowsRead, type Looked } from './checks.js';
import { textAt } from '../../row.js';

/** What of a file says of which kind it is. */
const HEAD_BYTES = 64;
/** Faults of one kind that are told. */
const FAULTS_MAX = 1_000;

/** A voucher that says it has a file has one, of the bytes it was sent with; no file is nobody's. */
export async function attachmentsAreWhole(looked: Looked): Promise<BooksChecked> {
  const { agreementNumber, session } = looked;
  const ofVoucher = 'o.agreement_number = t.agreement_number AND o.voucher_id = t.voucher_id';
  const ofFile = 'o.agreement_number = t.agreement_number AND o.storage_key = t.storage_key';
  const columns = ['voucher_id', 'storage_key', 'media_type', 'bytes', 'digest'];
  const files = await rowsRead(
    from(looked, 'attachment', [...columns, ['o.attachment', 'attachment']])
      .leftJoin('voucher', 'o', ofVoucher)
      .orderBy('t.voucher_id'),
  );
  const lacking = await rowsRead(
    from(looked, 'voucher', ['voucher_id'])
      .leftJoin('attachment', 'o', ofVoucher)
      .andWhere('t.attachment IS NOT NULL AND o.voucher_id IS NULL')
      .limit(FAULTS_MAX),
  );
  const faults = lacking.map((row) => `voucher ${String(row['voucher_id'])} says it has a file and has none`);
  for (const row of files) {
    const voucher = `voucher ${String(row['voucher_id'])}`;
    if (row['attachment'] !== row['voucher_id'])
      faults.push(`${voucher} has a file and does not say so, or is gone`);
    const hash = createHash('sha256');
    let bytes = 0;
    let head: Uint8Array = new Uint8Array();
    for await (const piece of readBytes(session, {
      agreementNumber,
      storageKey: textAt(row, 'storage_key'),
    })) {
      if (bytes === 0) head = piece.subarray(0, HEAD_BYTES);
      bytes += piece.length;
      hash.update(piece);
    }
    if (bytes !== row['bytes']) {
      faults.push(`the file of ${voucher} has ${bytes} bytes, and was sent with ${String(row['bytes'])}`);
    } else if (hash.digest('hex') !== row['digest']) {
      faults.push(`the file of ${voucher} is not the one that was sent`);
    } else if (!isOfType(textAt(row, 'media_type'), { bytes, head })) {
      faults.push(`the file of ${voucher} is no ${textAt(row, 'media_type')}`);
    }
  }
  const chunks = from(looked, 'byte_chunk', ['storage_key', ['COUNT(*)', 'pieces']]);
  for (const owner of ['attachment', 'loose_bytes', 'import']) {
    const owned = chunks.subQuery().select('1').from(owner, 'o').where(ofFile);
    chunks.andWhere(`NOT EXISTS ${owned.getQuery()}`);
  }
  const orphans = await rowsRead(chunks.groupBy('t.storage_key').limit(FAULTS_MAX));
  for (const { storage_key: key, pieces } of orphans)
    faults.push(`a file that nothing has (${String(key)}) is there, in ${String(pieces)} pieces`);
  const orphaned = await rowsRead(
    from(looked, 'attachment', ['voucher_id']).innerJoin('loose_bytes', 'o', ofFile).limit(FAULTS_MAX),
  );
  for (const row of orphaned)
    faults.push(`the file of voucher ${String(row['voucher_id'])} is about to be removed as nobody's`);
  return { check: 'Attachments are whole', looked: pluralize(files.length, 'attachment'), faults };
}

function isOfType(mediaType: string, file: { readonly bytes: number; readonly head: Uint8Array }): boolean {
  const type = ATTACHMENT_TYPES.find((one) => one === mediaType);
  return type !== undefined && isRight(isOfItsType(type, file));
}
