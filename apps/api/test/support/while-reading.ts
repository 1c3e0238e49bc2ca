/**
 * Does `write` while each of `reads` is done over and over beside it, once at least: for tests of what others
 * see meanwhile.
 */
export async function whileReading(
  reads: readonly (() => Promise<void>)[],
  write: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const reading = Promise.all(
    reads.map(async (read) => {
      do await read();
      while (!isOver);
    }),
  );
  try {
    await write();
  } finally {
    isOver = true;
  }
  await reading;
}
