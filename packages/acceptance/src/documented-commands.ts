/** How a command that a document tells to type is known to work. */
export type Proof =
  /** The test of the documents types it, without a system running, and finds this in what it prints. */
  | { prints: string }
  /** This file, from the root, runs it: it holds these words. */
  | { in: string; words: string }

/** Every command that documents may say, with its proof. What follows `npm test --` and the like is a choice among the same tests. */
export const documentedCommands: Readonly<Record<string, Proof>> = {
  'npm start': { in: 'packages/acceptance/src/traced-system.ts', words: "'start'" },
  'npm run check': { in: '.ci/run', words: 'npm run check' },
  'npm test': { in: '.ci/run', words: 'npm test' },
  'npm run doctor': { prints: 'nothing is wrong' },
  'npm run down': { prints: 'nothing is running' },
  'npm run up': { in: 'packages/acceptance/src/running-system.ts', words: "'up'" },
  'npm run demo': { in: 'packages/acceptance/test/main-job.test.ts', words: "system.run('demo')" },
  'npm run build': { in: 'packages/acceptance/test/built-form.test.ts', words: "'build'" },
}

/**
 * Commands that no test types, because each takes minutes: `soak` is some tests of `npm test` in their long form, `bench` measures what
 * depends on the machine.
 */
export const tooLong: ReadonlySet<string> = new Set(['npm run soak', 'npm run bench'])

/** Documents that a test of their own types from beginning to end. */
export const typedThrough: Readonly<Record<string, string>> = {
  'docs/quickstart.md': 'packages/acceptance/test/quickstart.test.ts',
  'docs/webhooks.md': 'packages/acceptance/test/webhooks-guide.test.ts',
  'packages/cli/README.md': 'packages/acceptance/test/support-readme.test.ts',
}
