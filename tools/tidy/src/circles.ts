import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import type { File } from './tree.js';

/**
 * The import circles among files: groups of files that each lead to all others of their group, a line each,
 * by path. Imports of types count, since who reads one file has to read the others. Of packages, only ours
 * are followed, to their doors: `doors` says where each is (`@kontor/kernel` → `libs/kernel/src/index.ts`).
 */
export function circlesIn(
  files: readonly File[],
  doors: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const known = new Set(files.map(({ path }) => path));
  const graph = new Map(
    files.map((file) => [file.path, importsOf(file, doors).filter((path) => known.has(path))]),
  );
  return componentsOf(graph)
    .filter(({ length }) => length > 1)
    .map((group) => [...group].sort());
}

function importsOf({ path, text }: File, doors: ReadonlyMap<string, string>): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return doors.get(fileName) ?? [];
    const written = join(dirname(path), fileName);
    return [written, written.replace(/\.js$/, '.ts')];
  });
}

/** The strongly connected components of a graph (Tarjan). */
function componentsOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    const own = index.size;
    index.set(node, own);
    let lowest = own;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own);
    }
    low.set(node, lowest);
    if (lowest === own) components.push(stack.splice(stack.indexOf(node)));
    return lowest;
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return components;
}
