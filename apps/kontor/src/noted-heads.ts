import { readFile } from 'node:fs/promises';
import { left, right, type Either } from 'fp-ts/lib/Either.js';
import type { ChainHead } from '@kontor/ledger';
import { whyUnreadable } from './why-unreadable.js';

const BEGIN = 'head  agreement ';
const HEAD = /^head +agreement (\d+): (\d+) ([\w-]{43,64})$/;

/** A head of an agreement's chain, as one line that can be noted. */
export function headLine(agreementNumber: number, { sequence, hash }: ChainHead): string {
  return `${BEGIN}${agreementNumber}: ${sequence} ${hash}\n`;
}

/**
 * Reads the heads of audit chains that `kontor verify` printed into a file, once or many times, by the number
 * of the agreement; other lines are ignored. Left is why there are none.
 */
export async function notedHeads(
  file: string,
): Promise<Either<string, ReadonlyMap<number, readonly ChainHead[]>>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    return left(`${file} cannot be read: ${whyUnreadable(error)}.`);
  }
  const heads = new Map<number, readonly ChainHead[]>();
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('head')) continue;
    const [, agreement, sequence, hash] = HEAD.exec(line.trimEnd()) ?? [];
    if (hash === undefined) return left(`${file} has a head that cannot be read: ${line}.`);
    const number = Number(agreement);
    heads.set(number, [...(heads.get(number) ?? []), { sequence: Number(sequence), hash }]);
  }
  return heads.size === 0
    ? left(`${file} notes no heads: it is to hold what kontor verify has printed.`)
    : right(heads);
}
