/**
 * Who may import whom. Services talk over HTTP and the broker, never through code; what is pure stays pure. Imports of types count
 * too: a type taken from another service is a tie to it as well.
 */
const ours = '^(packages|services|infra)/'
const inputAndOutput =
  '^(node:)?(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|worker_threads|readline|repl|inspector|process)$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'services-are-apart',
      comment: 'A service reaches another one over the network only.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-know-no-service',
      comment: 'Packages are what services build upon, so they know none of them, nor how they are started.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|infra)/' },
    },
    {
      name: 'services-know-no-start-up',
      comment: 'A service does not know how it is started.',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^infra/' },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'Everything depends on contracts, so they depend on nothing of ours.',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: ours, pathNot: '^packages/contracts/' },
    },
    {
      name: 'client-is-published-alone',
      comment: 'Who installs the client has nothing else of ours: its types are written from the contracts.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { path: ours, pathNot: '^packages/client/src/' },
    },
    {
      name: 'pure-packages-do-no-input-or-output',
      comment:
        'Route arithmetic and rendering are functions of what they are given; only the fonts are read, by a file of their own.',
      severity: 'error',
      from: {
        path: '^packages/(route-geometry|roadbook)/src/',
        pathNot: ['\\.test\\.ts$', '^packages/roadbook/src/fonts/'],
      },
      to: { path: inputAndOutput },
    },
    {
      name: 'pure-packages-know-no-kit',
      comment: 'The kit is about processes, networks and databases.',
      severity: 'error',
      from: { path: '^packages/(route-geometry|roadbook)/' },
      to: { path: '^packages/service-kit/' },
    },
    {
      name: 'no-circles',
      comment: 'Files that import each other can only be understood, and loaded, together.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'What runs does not import what tests it.',
      severity: 'error',
      from: {
        path: '^(packages|services|infra)/[^/]+/src/',
        pathNot: ['\\.test\\.ts$', '^packages/[^/]+/src/test/'],
      },
      to: { path: ['\\.test\\.ts$', '^(packages|services|infra)/[^/]+/test/', '^packages/[^/]+/src/test/'] },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere is checked by no rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    exclude: { path: '(^|/)(dist|\\.data|\\.turbo)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
