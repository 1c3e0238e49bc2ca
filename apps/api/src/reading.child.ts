import { readLong, type LongRead } from '@kontor/sql';

/**
 * A process of its own beside a service with an embedded database (`reading-process.ts`): reads what would
 * hold the event loop for long, one after the other, as it is told over its channel. It ends with the
 * channel.
 */
process.on('message', (read: LongRead) => {
  void readLong(read).then((done) => process.send?.(done));
});
// Whoever has started it waits for this: how long a start takes is no part of a read.
process.send?.('ready');
