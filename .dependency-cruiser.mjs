/**
 * Who may import whom. Services talk over HTTP and the broker, never through code; pure packages stay pure. Type imports count too: a type
 * from another service is a dependency on it.
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
      comment: 'Services depend on packages, so a package depends on no service and not on the start-up.',
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
      comment: 'Everything depends on the contracts, so they depend on no other package of the project.',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: ours, pathNot: '^packages/contracts/' },
    },
    {
      name: 'client-is-published-alone',
      comment: 'The client is published without the other packages: its types are generated from the contracts.',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { path: ours, pathNot: '^packages/client/src/' },
    },
    {
      name: 'pure-packages-do-no-input-or-output',
      comment: 'Route arithmetic, rendering and messages are functions of their arguments; only `fonts/` reads files.',
      severity: 'error',
      from: {
        path: '^packages/(route-geometry|roadbook|messages)/src/',
        pathNot: ['\\.test\\.ts$', '^packages/roadbook/src/fonts/'],
      },
      to: { path: inputAndOutput },
    },
    {
      name: 'pure-packages-know-no-kit',
      comment: 'The kit is about processes, networks and databases.',
      severity: 'error',
      from: { path: '^packages/(route-geometry|roadbook|messages)/' },
      to: { path: '^packages/service-kit/' },
    },
    {
      name: 'no-circles',
      comment: 'Files that import one another can only be understood, and loaded, together.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'folders-form-layers',
      comment:
        'Folders that import one another can only be understood together: a lower folder does not know those above it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^((?:packages|services|infra)/[^/]+/src)/[^/]+$' },
      to: { path: '^$1/', circular: true },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'Product code does not import test code.',
      severity: 'error',
      from: {
        path: '^(packages|services|infra)/[^/]+/src/',
        pathNot: ['\\.test\\.ts$', '^packages/[^/]+/src/test/'],
      },
      to: { path: ['\\.test\\.ts$', '^(packages|services|infra)/[^/]+/test/', '^packages/[^/]+/src/test/'] },
    },
    {
      name: 'everything-resolves',
      comment: 'No rule checks an import that does not resolve.',
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
