import { findSourceMap } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a line of a stack: a file or its address, line and column. Mocha leaves its own folder out. */
const PLACE = /((?:file:\/\/)?[^\s():]+\.mjs):(\d+):(\d+)/g;

/**
 * Stacks are led to the sources only where a test of this `describe` has failed. Playwright makes a stack
 * for each of its calls: leading all of them there was a tenth of what the process of the tests took.
 */
export function withPlainStacks(): void {
  before(() => process.setSourceMapsEnabled(false));
  after(() => process.setSourceMapsEnabled(true));
  afterEach(function () {
    const error = this.currentTest?.err;
    if (error?.stack !== undefined) error.stack = ofSources(error.stack);
  });
}

/** A stack that names sources and their lines, as far as there are maps. */
function ofSources(stack: string): string {
  return stack.replace(PLACE, (place, file: string, line: string, column: string) => {
    const path = file.startsWith('file:') ? file : resolve(file);
    const entry = findSourceMap(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return place;
    const { originalSource, originalLine, originalColumn } = entry;
    const source = originalSource.startsWith('file:') ? fileURLToPath(originalSource) : originalSource;
    return `${source}:${originalLine + 1}:${originalColumn + 1}`;
  });
}
