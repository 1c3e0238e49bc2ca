/** @type {import('knip').KnipConfig} */
const config = {
  // A limit or a shape is exported for its readers, also where nobody else computes with it.
  ignoreExportsUsedInFile: true,
  workspaces: {
    '.': {
      project: ['tools/*.mjs', 'tools/test/*.{mjs,cjs}'],
      // Its generators are for further applications of the workspace.
      ignoreDependencies: ['@nx/node'],
    },
    'apps/api': {
      // Workers are started by their file names, and the service as a process, built.
      entry: [
        'src/main.ts',
        'src/*.worker.ts',
        'src/*.child.ts',
        'test/**/*.spec.ts',
        'bench/*.bench.ts',
        'bench/floor*.ts',
      ],
      project: ['{src,test,bench}/**/*.ts', '*.mjs'],
      ignoreBinaries: ['taskset'],
    },
    'apps/api-e2e': {
      entry: ['test/**/*.spec.ts'],
      project: ['{src,test}/**/*.ts'],
      // Put into pages as text.
      ignoreDependencies: ['axe-core'],
    },
    // Bundled by its name, and run as a process.
    'apps/simulation': {
      entry: ['src/{main,simulate,faults}.ts', '{src,test}/**/*.spec.ts'],
      project: ['{src,test}/**/*.ts'],
    },
    'apps/kontor': {
      entry: ['src/main.ts', 'test/**/*.spec.ts'],
      project: ['{src,test}/**/*.ts'],
      ignoreBinaries: ['mkfifo'],
    },
    'libs/*': { entry: ['src/**/*.{spec,fixture}.ts'], project: ['{src,test}/**/*.ts'] },
    'libs/sdk': {
      // Compiled by a spec, against the packed SDK.
      entry: ['test/types.ts', 'examples/*.ts', '{src,test}/**/*.spec.ts'],
      project: ['{src,test,examples}/**/*.ts'],
      // Run as processes, on the packed SDK.
      ignoreDependencies: ['@arethetypeswrong/cli', 'jest', 'publint'],
    },
    'libs/adapters/*': { entry: ['{src,test}/**/*.spec.ts'], project: ['{src,test}/**/*.ts'] },
    'libs/adapters/conformance': { project: ['src/**/*.ts'], ignoreBinaries: ['mariadbd'] },
    'libs/adapters/pdf': {
      entry: ['src/**/*.spec.ts'],
      project: ['src/**/*.ts'],
      // Their files are read by their paths.
      ignoreDependencies: ['@fontsource-variable/*'],
      ignoreBinaries: ['pdftotext', 'pdftoppm'],
    },
    'tools/*': { entry: ['{src,test}/**/*.spec.ts'], project: ['{src,test}/**/*.ts'] },
    // Bundled by its name (`tools/generate.mjs`).
    'tools/generate': { entry: ['src/main.ts', '{src,test}/**/*.spec.ts'], project: ['{src,test}/**/*.ts'] },
    // What Nx requires, it finds in generators.json.
    'tools/workspace': {
      entry: ['src/*.cjs', 'test/**/*.spec.ts'],
      project: ['{src,test}/**/*.{ts,cjs}'],
    },
  },
};

export default config;
