/**
 * The floors of docs/architecture.md as import rules: a file imports only from lower floors, and nothing
 * imports in a circle. Paths are relative to the root.
 */

const { builtinModules } = require('node:module');

/** From the bottom up; folders of one line share a floor and do not know each other. */
const floors = [
  ['shapes'],
  ['games'],
  ['truth', 'records', 'protocols', 'pictures'],
  ['sessions'],
  ['library'],
  ['play'],
  ['evaluations'],
  ['analysis', 'matches', 'conformance', 'game-library'],
  ['replay', 'page', 'builds'],
  ['bundle'],
  ['api'],
];

/** Tests, and what only they use: they may know Node and packages, but keep to the floors. */
const test = '\\.(test|fixture)\\.ts$|/testing/';
const hosts = '^app/([^/]+\\.ts$|cli/|desktop/)';

const forbidden = floors.flatMap((folders, index) =>
  folders.map((folder) => {
    const lower = floors.slice(0, index).flat();
    return {
      name: `floor-${folder}`,
      comment: `app/${folder} may know ${lower.length > 0 ? lower.map((name) => `app/${name}`).join(', ') : 'no other floor'}.`,
      severity: 'error',
      from: { path: `^app/${folder}/` },
      to: { path: '^(app|renderer|engines)/', pathNot: `^app/(${[...lower, folder].join('|')})/` },
    };
  }),
);

module.exports = {
  forbidden: [
    ...forbidden,
    {
      name: 'floor-hosts',
      comment: 'A host may know every floor below it, but neither the renderer nor an engine.',
      severity: 'error',
      from: { path: hosts },
      to: { path: '^(renderer|engines)/' },
    },
    {
      name: 'pure-no-node',
      comment: 'Games, records, protocols and pictures are pure: no Node in them.',
      severity: 'error',
      from: { path: '^app/(games|truth|records|protocols|pictures)/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-no-packages',
      comment: 'Games and protocols import no package; records may validate with valibot.',
      severity: 'error',
      from: { path: '^app/(games|truth|protocols|pictures)/', pathNot: test },
      to: { path: 'node_modules' },
    },
    {
      name: 'records-valibot-only',
      comment: 'Games and protocols import no package; records may validate with valibot.',
      severity: 'error',
      from: { path: '^app/records/', pathNot: test },
      to: { path: 'node_modules', pathNot: 'node_modules/valibot/' },
    },
    {
      name: 'shapes-valibot-only',
      comment: 'Shapes are schemas and the types that follow from them: no Node, no other package.',
      severity: 'error',
      from: { path: '^app/shapes/', pathNot: test },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/valibot/' },
    },
    {
      name: 'pure-shapes-are-types',
      comment:
        'Games and protocols take types from the shapes: the schemas would bring valibot into engines.',
      severity: 'error',
      from: { path: '^(app/(games|truth|protocols|pictures)|engines)/', pathNot: test },
      to: { path: '^app/shapes/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'games-apart',
      comment: 'A game does not know another game.',
      severity: 'error',
      from: { path: '^app/games/([^/]+)/' },
      to: { path: '^app/games/[^/]+/', pathNot: '^app/games/($1|testing)/' },
    },
    {
      name: 'protocols-apart',
      comment: 'A protocol does not know another protocol.',
      severity: 'error',
      from: { path: '^app/protocols/([^/]+)/' },
      to: { path: '^app/protocols/[^/]+/', pathNot: '^app/protocols/($1|testing)/' },
    },
    {
      name: 'page-no-node',
      comment:
        'The renderer runs in a page, and the contract goes there with it: nothing they reach is Node.',
      severity: 'error',
      from: { path: '^renderer/|^app/api/(contract|desktop-bridge)\\.ts$', pathNot: test },
      to: { path: `^(node:)?(${builtinModules.join('|')})$`, reachable: true },
    },
    {
      name: 'renderer-api',
      comment:
        'The renderer knows app/games, app/records, app/pictures, and of app/api the contract, the changes of its state and the bridge: nothing else of app/.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: {
        path: '^(app|engines)/',
        pathNot: '^app/(games|pictures|records)/|^app/api/(contract|changes|desktop-bridge)\\.ts$',
      },
    },
    {
      name: 'engines-api',
      comment:
        'Engines are programs of their own: they know app/games, app/truth, app/protocols and types of app/shapes, nothing else.',
      severity: 'error',
      from: { path: '^engines/' },
      to: { path: '^(app|renderer)/', pathNot: '^app/(games|protocols|shapes|truth)/' },
    },
    {
      name: 'engines-apart',
      comment: 'An engine does not know another engine; what they have in common is in engines/shared.',
      severity: 'error',
      from: { path: '^engines/([^/]+)/' },
      to: { path: '^engines/[^/]+/', pathNot: '^engines/($1|shared)/' },
    },
    {
      name: 'engines-no-packages',
      comment: 'An engine is plain: Node and what it brings itself.',
      severity: 'error',
      from: { path: '^engines/', pathNot: test },
      to: { path: 'node_modules' },
    },
    {
      name: 'no-test-code-in-products',
      comment: 'What is shipped imports neither a test nor what only tests use.',
      severity: 'error',
      from: { path: '^(app|renderer|engines)/', pathNot: test },
      to: { path: [test, '^tests/', '^build/', 'node_modules/(vitest|@vitest|playwright|fast-check)'] },
    },
    {
      name: 'no-circular',
      comment: 'Files that import each other in a circle cannot be understood or tested apart.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that imports nothing and that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(app|renderer|engines)/',
        pathNot: [test, '\\.d\\.ts$', hosts, '^engines/[^/]+/main\\.ts$', '^renderer/main\\.ts$', 'tsconfig'],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The file does not exist, or the package is not installed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-to-undeclared',
      comment: 'The package is not named in package.json: it is there by chance.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Cores in AssemblyScript have another compiler, and imports without an extension.
    exclude: {
      path: '^(dist|coverage)/|/\\.svelte-check/|^app/truth/connect4/core/|^tests/bench/solver-reference/',
    },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.cjs', '.svelte', '.json', '.css'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};
