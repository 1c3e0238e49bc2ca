// @ts-check
/**
 * knip, told that the root uses no package for itself: it pins the version of what a project asks for (tidy
 * compares them). A pin that no project asks for is still told of.
 */
import { projects } from './projects.mjs';

const asked = new Set(
  projects.flatMap(({ manifest }) => Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })),
);

/** @param {import('knip').ReporterOptions} options */
const withoutPins = (options) => {
  for (const type of /** @type {const} */ (['dependencies', 'devDependencies'])) {
    for (const [file, found] of Object.entries(options.issues[type])) {
      if (file !== 'package.json') continue;
      for (const name of Object.keys(found)) {
        if (!asked.has(name)) continue;
        delete found[name];
        options.counters[type] -= 1;
      }
    }
  }
  return options;
};

export default withoutPins;
