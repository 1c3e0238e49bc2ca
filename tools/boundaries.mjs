// @ts-check
/**
 * Who may import what: one row per kind of project, read by eslint.config.mjs. A new project is
 * covered by its tags, so nothing is added here for a new context. Adapters do not import
 * adapters, and contexts do not import contexts.
 *
 * project  the tags a project of this kind has
 * may      the tags of the projects it may import
 * npm      the packages it may import
 * node     whether it may import Node's own modules
 */
import { builtinModules } from 'node:module';

export const boundaries = [
  { project: ['layer:kernel'], may: [], npm: ['fp-ts', 'io-ts'], node: false },
  { project: ['layer:domain'], may: ['layer:kernel'], npm: ['fp-ts'], node: false },
  {
    project: ['layer:adapter', 'tech:http'],
    may: ['layer:kernel', 'layer:domain'],
    npm: ['koa', '@koa/cors', '@koa/router', 'koa-body', 'fp-ts', 'io-ts', 'lru-cache', 'proxy-addr'],
    node: true,
  },
  {
    project: ['layer:adapter', 'tech:html'],
    may: ['layer:kernel', 'layer:domain'],
    npm: [
      'koa',
      '@koa/router',
      'fp-ts',
      'lru-cache',
      'marked',
      'lowlight',
      'highlight.js',
      '@zxcvbn-ts/language-common',
      'otpauth',
      'uqr',
    ],
    node: true,
  },
  {
    project: ['layer:adapter', 'tech:sql'],
    may: ['layer:kernel', 'layer:domain'],
    npm: ['typeorm', 'mysql2', '@photostructure/sqlite', 'fp-ts', 'lru-cache', 'dataloader'],
    node: true,
  },
  {
    project: ['layer:adapter', 'tech:pdf'],
    may: ['layer:kernel', 'layer:domain'],
    npm: [
      'pdfkit',
      'fontkit',
      'harfbuzzjs',
      'bidi-js',
      'linebreak',
      'subset-font',
      'uqr',
      'dejavu-fonts-ttf',
    ],
    node: true,
  },
  {
    project: ['layer:adapter', 'tech:webhooks'],
    may: ['layer:kernel', 'layer:domain'],
    npm: ['ipaddr.js', 'fp-ts'],
    node: true,
  },
  {
    project: ['layer:test'],
    may: ['layer:kernel', 'layer:domain'],
    npm: ['mysql2', '@photostructure/sqlite', 'mocha', 'chai', 'fast-check', 'fp-ts', 'ajv'],
    node: true,
  },
  { project: ['layer:sdk'], may: [], npm: ['ky'], node: false },
  {
    // The `kontor` command composes the same parts as the service, and takes them from it.
    project: ['layer:app'],
    may: ['layer:kernel', 'layer:domain', 'layer:adapter', 'layer:app'],
    npm: ['nodemailer', 'pino', 'piscina', 'prom-client', 'fp-ts', 'lru-cache'],
    node: true,
  },
  {
    // A world around the whole service: its own database server, clocks and clients.
    project: ['layer:simulation'],
    may: ['layer:kernel', 'layer:domain', 'layer:adapter', 'layer:app'],
    npm: ['@photostructure/sqlite', 'esbuild'],
    node: true,
  },
  {
    project: ['layer:e2e'],
    may: ['layer:app', 'layer:sdk'],
    npm: ['mocha', 'chai', 'fast-check', 'esbuild'],
    node: true,
  },
  {
    project: ['layer:tool'],
    may: ['layer:kernel', 'layer:domain', 'layer:adapter'],
    npm: ['@nx/devkit', 'eslint', 'oxfmt', 'typescript', 'yaml'],
    node: true,
  },
];

/**
 * What some files of a project may import on top of its row. Only a
 * `*.spec.ts` may import the conformance suites.
 */
export const looser = [
  {
    files: ['test/**/*.ts'],
    may: ['layer:test'],
    npm: [
      ...['mocha', 'chai', 'fast-check', 'ajv', 'playwright-core', 'axe-core'],
      ...['mysql2', '@photostructure/sqlite'],
    ],
  },
  {
    files: ['**/*.spec.ts'],
    may: ['layer:test'],
    npm: [
      'mocha',
      'chai',
      'fast-check',
      'ajv',
      'playwright-core',
      'mysql2',
      '@photostructure/sqlite',
      // What the description of the API is held against.
      '@redocly/openapi-core',
      '@stoplight/spectral-core',
      '@stoplight/spectral-owasp-ruleset',
      '@stoplight/spectral-rulesets',
      // The SDK is bundled as its users bundle it.
      'esbuild',
      // What editors of its users complete with.
      'typescript',
      // What receivers verify deliveries with.
      'standardwebhooks',
    ],
  },
  // Programs as users of the package write them: they know it by its name.
  { files: ['examples/**/*.ts'], may: [], npm: ['koa', 'csv-parse', '@photostructure/sqlite'], own: true },
  { files: ['bench/**/*.ts'], may: [], npm: ['koa', 'mysql2', '@photostructure/sqlite'] },
];

/** @param {string[]} tags */
export const boundaryOf = (tags) => {
  const row = boundaries.find(({ project }) => project.every((tag) => tags.includes(tag)));
  if (row === undefined) throw new Error(`no row in tools/boundaries.mjs for the tags ${tags.join(', ')}`);
  return row;
};

/**
 * `own`: whether its files may import it by its name.
 * @typedef {{ project: string[], may: string[], npm: string[], node: boolean, own?: boolean }} Boundary
 */

/** @param {Boundary} boundary */
const depConstraint = ({ project, may, npm }) => ({
  ...(project.length === 1 ? { sourceTag: project[0] } : { allSourceTags: project }),
  onlyDependOnLibsWithTags: may,
  allowedExternalImports: npm.flatMap((name) => [name, `${name}/**`]),
});

const fpTs = [
  {
    regex: '^fp-ts(?!/lib/(Either|TaskEither|function)\\.js$)',
    message:
      'Either, TaskEither and function only, and as fp-ts/lib/Either.js: plain Node cannot import a directory.',
  },
  {
    regex: '^fp-ts/lib/function\\.js$',
    importNames: ['flow'],
    message: 'One pipe per function, and no flow.',
  },
  {
    regex: '^io-ts/(?!lib/.*\\.js$)',
    message: 'Write io-ts/lib/X.js: plain Node cannot import a directory.',
  },
];

const nodeModules = {
  regex: `^(node:.*|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})(/.*)?)$`,
  message: 'The kernel, the contexts and the SDK run anywhere: no Node modules here.',
};

/** The rules of one kind of project. @param {Boundary} boundary */
const rulesOf = (boundary) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      enforceBuildableLibDependency: true,
      allowCircularSelfDependency: boundary.own ?? false,
      allow: [],
      depConstraints: [depConstraint(boundary)],
    },
  ],
  'no-restricted-imports': ['error', { patterns: boundary.node ? fpTs : [...fpTs, nodeModules] }],
});

/**
 * Walls inside a project: what the files of a room may not import, by the rooms beside it. A room knows those
 * below it: entities and dialects below the texts of statements, these below transactions, transactions below
 * snapshots, integrity and resources, and the ports of the contexts above all of them. `alone`: without the
 * folders in it, which are rooms of their own: the checks of `kontor verify` look at what all others write, and
 * only migrations and what stands in no room may know them. Neither checks nor migrations know what answers
 * requests: what a process remembers, how it finds pages, and how it allocates numbers.
 */
const CONTEXTS = [
  ...['ledger', 'sales', 'products', 'studio', 'app-settings', 'attachment', 'migrations'],
  'integrity/verify',
];
const ALL_ABOVE = [
  ...CONTEXTS,
  ...['transaction', 'event', 'sequence', 'snapshot', 'integrity', 'resource', 'page'],
];
/** What only answering a request needs. */
const OF_REQUESTS = ['sequence', 'snapshot', 'page', 'query'];
/** @type {{ project: string, room: string, alone?: boolean, mayNot: string[] }[]} */
export const rooms = [
  {
    project: 'libs/adapters/sql',
    room: 'dialect',
    mayNot: [...ALL_ABOVE, 'statements', 'query'],
  },
  {
    project: 'libs/adapters/sql',
    room: 'entity',
    mayNot: [...ALL_ABOVE, 'statements', 'query'],
  },
  {
    project: 'libs/adapters/sql',
    room: 'query',
    mayNot: [...ALL_ABOVE, 'statements'],
  },
  {
    project: 'libs/adapters/sql',
    room: 'statements',
    mayNot: ALL_ABOVE,
  },
  {
    project: 'libs/adapters/sql',
    room: 'page',
    mayNot: [...CONTEXTS, 'transaction', 'integrity', 'resource'],
  },
  ...['sequence', 'transaction', 'event'].map((room) => ({
    project: 'libs/adapters/sql',
    room,
    mayNot: [...CONTEXTS, 'snapshot', 'integrity', 'resource', 'page'],
  })),
  {
    project: 'libs/adapters/sql',
    room: 'snapshot',
    mayNot: [...CONTEXTS, 'integrity', 'resource', 'page', 'query'],
  },
  {
    project: 'libs/adapters/sql',
    room: 'integrity',
    alone: true,
    mayNot: [...CONTEXTS, 'verify', 'resource', 'page', 'query'],
  },
  { project: 'libs/adapters/sql', room: 'resource', mayNot: CONTEXTS },
  ...['ledger', 'sales', 'products', 'studio', 'app-settings', 'attachment'].map((room) => ({
    project: 'libs/adapters/sql',
    room,
    mayNot: ['integrity/verify', 'migrations'],
  })),
  {
    project: 'libs/adapters/sql',
    room: 'integrity/verify',
    mayNot: ['migrations', ...OF_REQUESTS, 'sales', 'products'],
  },
  {
    project: 'libs/adapters/sql',
    room: 'migrations',
    mayNot: [...OF_REQUESTS, ...CONTEXTS.filter((one) => one !== 'migrations' && one !== 'integrity/verify')],
  },
];

/** No room knows the files that put all of them together. @param {{ room: string, mayNot: string[] }} wall */
const innerWall = ({ room, mayNot }) => ({
  regex: `^(\\.{1,2}/)+(src/)?((${mayNot.join('|')})/|(agreement-repositories|database|index)\\.js$)`,
  message: `${room}/ stands below that room: it may not know it (tools/boundaries.mjs).`,
});

/**
 * ESLint's flat configuration of every wall. @param {{ folder: string, manifest:
 * import('./projects.mjs').Manifest }[]} projects
 */
export const boundaryConfigs = (projects) =>
  projects.flatMap(({ folder, manifest }) => {
    const row = boundaryOf(manifest.nx?.tags ?? []);
    const wider = looser.map(({ files, may, npm, own = false }) => ({
      files: files.map((file) => `${folder}/${file}`),
      rules: rulesOf({ ...row, may: [...row.may, ...may], npm: [...row.npm, ...npm], node: true, own }),
    }));
    const inner = rooms
      .filter(({ project }) => project === folder)
      .map((wall) => ({
        files: [`${folder}/src/${wall.room}/${wall.alone === true ? '*' : '**/*'}.ts`],
        rules: { 'no-restricted-imports': ['error', { patterns: [...fpTs, innerWall(wall)] }] },
      }));
    return [{ files: [`${folder}/**/*.ts`], rules: rulesOf(row) }, ...wider, ...inner];
  });
