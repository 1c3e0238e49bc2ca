import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { boundaryConfigs } from './tools/boundaries.mjs';
import { projects } from './tools/projects.mjs';

export default [
  {
    ignores: ['**/dist', '**/out-tsc', 'libs/sdk/{bundle,commonjs}', '**/node_modules', '**/coverage', '.nx'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...nx.configs['flat/base'],
  ...tseslint.configs.recommended,
  // Rules that need types are oxlint's (.oxlintrc.json): it takes a fifth of the time for them.
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        {
          selector: "CallExpression[callee.name='pipe'] CallExpression[callee.name='pipe']",
          message:
            'One pipe per function, never inside another: a step that wants its own pipe wants a name.',
        },
        {
          selector:
            'MemberExpression[object.name=/^(E|TE|Either|TaskEither)$/][property.name=/[a-z](W|K|KW)$/]',
          message: 'Modern names widen by themselves: map, flatMap, tap, tapEither, mapLeft, match.',
        },
      ],
    },
  },
  // A function that does not fit a screen is several. Suites and benchmarks are lists, and may be long.
  {
    files: ['**/*.{ts,mts,mjs,cjs,js}'],
    ignores: ['**/*.spec.ts', '**/test/**', '**/bench/**', 'libs/adapters/conformance/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 70 }],
    },
  },
  // Comments end at 110 columns; not in what is generated, nor in migrations, which stay as they were run.
  {
    files: ['**/*.ts', '**/*.mts'],
    ignores: ['**/migrations/**', '**/generated/**'],
    rules: { 'max-len': ['error', { code: 10_000, comments: 110, ignoreUrls: true }] },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // chai's assertions are property reads: expect(x).to.be.true
  {
    files: ['**/*.spec.ts', '**/test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
  ...boundaryConfigs(projects),
];
