import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pathsBelow, read, root } from './tree.js';

type Packages = Readonly<Record<string, string>>;
type Manifest = {
  readonly dependencies?: Packages;
  readonly devDependencies?: Packages;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
};
type Locked = {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
};

const json = (path: string): unknown => JSON.parse(read(path).text);
const whole = json('package.json') as Manifest;
const manifestPaths = pathsBelow('apps', 'libs', 'tools').filter((path) =>
  /^[^/]+\/([^/]+\/){1,2}package\.json$/.test(path),
);
const manifests = manifestPaths.map((path) => json(path) as Manifest);
const isOurs = (name: string): boolean => name.startsWith('@kontor/');
const direct = [
  ...new Set(
    [whole, ...manifests].flatMap(({ dependencies, devDependencies }) =>
      Object.keys({ ...dependencies, ...devDependencies }),
    ),
  ),
].filter((name) => !isOurs(name));

/** Every package in the lock that is not ours, by name and place. */
const locked = Object.entries((json('package-lock.json') as { packages: Record<string, Locked> }).packages)
  .map(([place, entry]) => ({ ...entry, name: /.*node_modules\/(.+)$/.exec(place)?.[1] ?? '' }))
  .filter(({ name, link }) => name !== '' && link !== true);

const rowsIn = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Package'));
const packagesIn = (text: string): readonly string[] =>
  rowsIn(text)
    .flatMap((row) => (row.split('|')[1] ?? '').split(',').map((name) => name.trim()))
    .sort();

describe('what comes from others (G36)', () => {
  it('is justified in one row of one table, each package that we ask for and no other', () => {
    const [running = '', developing = ''] = read('docs/dependencies.md').text.split('\n## For development');
    // The SDK has it within, so it is installed with the service only to build it.
    const bundled = ['ky'];
    const run = Object.keys(whole.dependencies ?? {}).filter((name) => !isOurs(name));
    const develop = Object.keys(whole.devDependencies ?? {}).filter((name) => !isOurs(name));

    expect(packagesIn(running)).to.deep.equal([...run, ...bundled].sort());
    expect(packagesIn(developing)).to.deep.equal(develop.filter((name) => !bundled.includes(name)).sort());
    expect([...packagesIn(running), ...packagesIn(developing)].sort()).to.deep.equal([...direct].sort());
    for (const part of [running, developing]) {
      expect(part, 'its heading').to.match(new RegExp(`: ${packagesIn(part).length} packages\n`));
    }
    for (const row of rowsIn(running + developing)) {
      const [, , what = '', why = ''] = row.split('|').map((cell) => cell.trim());
      expect(what.length > 2 && why.length > 7, row).to.equal(true);
    }
  });

  it('is of one version, and the lock holds it to its contents', () => {
    for (const [name, version] of Object.entries({ ...whole.dependencies, ...whole.devDependencies })) {
      expect(version, name).to.match(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
    expect(locked.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true)).to.deep.equal([]);
  });

  it('is asked for in the lock by whom it is asked for: another would be in the next commit of who installs', () => {
    const asked = (manifest: Manifest): unknown => [
      manifest.dependencies ?? {},
      manifest.devDependencies ?? {},
    ];
    const { packages } = json('package-lock.json') as {
      readonly packages: Readonly<Record<string, Manifest>>;
    };

    for (const path of manifestPaths) {
      const workspace = path.replace('/package.json', '');
      expect(asked(packages[workspace] ?? {}), workspace).to.deep.equal(asked(json(path) as Manifest));
    }
  });

  it('may be used: its licence is one that we know', () => {
    type Read = Readonly<Record<string, { readonly licence: string; readonly in: string }>>;
    const { allowed, read: known } = json('tools/licences.json') as {
      allowed: readonly string[];
      read: Read;
    };

    const others = locked.filter(({ name, license }) => !(name in known) && !allowed.includes(license ?? ''));

    expect(others.map(({ name, license }) => `${name} ${license ?? 'says nothing'}`)).to.deep.equal([]);
    expect(locked).to.have.length.greaterThan(100);
    for (const [name, { in: file }] of Object.entries(known)) {
      expect(readFileSync(join(root, 'node_modules', name, file), 'utf8'), name).to.match(
        /permission is hereby granted, free of charge/i,
      );
    }
  });

  it('is the same image and the same action each time: each is named by its digest', () => {
    const files = pathsBelow('docker', '.github').filter((path) => /(Dockerfile|\.ya?ml)$/.test(path));
    const named = files.flatMap((path) =>
      [...read(path).text.matchAll(/^\s*(?:- )?(?:FROM|image:|uses:) +(\S+)/gm)].map(([, what = '']) => what),
    );
    const stages = ['node'];
    const tables = ['${{', '*'];
    const others = named.filter(
      (one) => !stages.includes(one) && !tables.some((start) => one.startsWith(start)),
    );

    expect(others.length).to.be.greaterThan(10);
    expect(others.filter((one) => !/@([0-9a-f]{40}|sha256:[0-9a-f]{64})$/.test(one))).to.deep.equal([]);
    const databases = read('.github/workflows/ci.yml').text.matchAll(/^ +- ((?:mysql|mariadb)\S+)/gm);
    expect([...databases].map(([, image = '']) => /@sha256:[0-9a-f]{64}$/.test(image))).to.deep.equal([
      true,
      true,
    ]);
  });

  it('runs nothing when it is installed', () => {
    const wanting = locked
      .filter(({ hasInstallScript }) => hasInstallScript === true)
      .map(({ name }) => name);

    expect(whole.allowScripts).to.deep.equal(Object.fromEntries(wanting.map((name) => [name, false])));
  });

  it('is listed as CycloneDX: all that runs, with version, licence and digest, and nothing else', function () {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-sbom-'));
    type Component = {
      readonly name: string;
      readonly version: string;
      readonly purl: string;
      readonly 'bom-ref': string;
      readonly licenses?: readonly unknown[];
      readonly hashes?: readonly unknown[];
    };
    type Bom = {
      readonly bomFormat: string;
      readonly metadata: { readonly component: { readonly name: string; readonly 'bom-ref': string } };
      readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
      readonly components: readonly Component[];
    };

    execFileSync(process.execPath, [join(root, 'tools/sbom.mjs'), join(folder, 'sbom.json')], {
      stdio: 'pipe',
    });

    const bom = JSON.parse(readFileSync(join(folder, 'sbom.json'), 'utf8')) as Bom;
    rmSync(folder, { recursive: true });
    const runs = locked.filter(({ dev, optional, devOptional }) => !dev && !optional && !devOptional);
    const named = (one: { readonly name: string; readonly version: string }): string =>
      `${one.name} ${one.version}`;
    expect(bom.bomFormat).to.equal('CycloneDX');
    expect(bom.metadata.component.name).to.equal('kontor');
    const listed = bom.components.map(named);
    expect(runs.map(named).filter((one) => !listed.includes(one))).to.deep.equal([]);
    expect(bom.components.map(({ name }) => name)).to.include.members([
      'koa',
      'typeorm',
      '@photostructure/sqlite',
    ]);
    const unknown = bom.components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length);
    expect(unknown.map(({ purl }) => purl)).to.deep.equal([]);
    const mayRun = locked.filter(({ dev }) => dev !== true).map(named);
    expect(bom.components.map(named).filter((one) => !mayRun.includes(one))).to.deep.equal([]);
    const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((one) => one['bom-ref'])]);
    const linked = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(linked.filter((ref) => !refs.has(ref))).to.deep.equal([]);
  });
});
