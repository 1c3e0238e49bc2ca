/** `npm run simulate`: bundles the simulation, and runs it with the arguments it is given (README.md). */
import { spawn } from 'node:child_process';
import { bundled } from './bundle.js';

const child = spawn(process.execPath, [await bundled('main'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
