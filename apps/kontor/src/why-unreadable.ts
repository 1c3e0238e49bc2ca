/** What is told of a folder where a file is asked for. */
export const IS_FOLDER = 'it is a folder';

/** Why a file that somebody has named cannot be read. */
export function whyUnreadable(error: unknown): string {
  const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return IS_FOLDER;
  return code === 'ENOENT' ? 'there is no such file' : code;
}
