// @ts-check
/** Bundles the command as it was compiled, with what it starts of the service (`tools/bundle.mjs`). */
import { writeBundle } from '../../tools/bundle.mjs';

await writeBundle(import.meta.dirname, {
  entries: ['main', '../../api/dist/printing.child', '../../api/dist/password.worker'],
  alone: ['../../api/dist/reading.child'],
});
