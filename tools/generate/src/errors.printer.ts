import { madePage, markdownTable } from './markdown.js';

/** Every error code with its status and its condition (§7). */
export function errorsPage(
  codes: Readonly<Record<string, { readonly status: number; readonly condition: string }>>,
): string {
  const rows = Object.entries(codes).map(([code, { status, condition }]) => [
    code,
    String(status),
    condition,
  ]);
  return madePage('the error codes', 'Error codes', [
    'One code, one condition. The service answers the same list at `/errors`. What an error body holds, and what answers without a code, is in',
    '[Errors, repeating safely, and changes by others](../concepts/errors-and-retries.md).',
    '',
    ...markdownTable(['Code', 'Status', 'Condition'], rows),
  ]);
}
