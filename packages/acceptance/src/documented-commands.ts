/** How a command in a document is tested. */
export type Proof =
  /** The test of the documents runs it without a running system, and finds this in its output. */
  | { prints: string }
  /** This file (path from the root) runs it, and contains this text. */
  | { in: string; text: string }

/** All commands that documents may contain. Arguments after `--` select among the same tests, so they are not listed. */
export const documentedCommands: Readonly<Record<string, Proof>> = {
  'npm start': { in: 'packages/acceptance/test/main-job.test.ts', text: "'start'" },
  'npm run check': { in: '.ci/run', text: 'npm run check' },
  'npm test': { in: '.ci/run', text: 'npm test' },
  'npm run fix': { in: 'infra/local/test/tools.test.ts', text: "'fix'" },
  'npm run test:unit': { in: 'infra/local/test/tools.test.ts', text: "'test:unit'" },
  'npm run doctor': { prints: 'nothing is wrong' },
  'npm run down': { prints: 'nothing is running' },
  'npm run up': { in: 'packages/acceptance/src/running-system.ts', text: "'up'" },
  'npm run demo': { in: 'packages/acceptance/test/built-form.test.ts', text: "system().run('demo')" },
  'npm run build': { in: 'packages/acceptance/src/running-system.ts', text: "[commandLine, 'build']" },
}

/** Commands that no test runs, because each takes minutes: `soak` runs tests of `npm test` in their long form, `bench` depends on the machine. */
export const tooLong: ReadonlySet<string> = new Set(['npm run soak', 'npm run bench'])

/** Documents that have a test which runs them from beginning to end. */
export const testedDocuments: Readonly<Record<string, string>> = {
  'docs/quickstart.md': 'packages/acceptance/test/quickstart.test.ts',
  'docs/webhooks.md': 'packages/acceptance/test/webhooks-guide.test.ts',
  'packages/cli/README.md': 'packages/acceptance/test/support-readme.test.ts',
}
