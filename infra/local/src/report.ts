/** Shows one line of progress to the person at the terminal. No control characters, so that a log reads the same. */
export type Report = (line: string) => void

export const printLine: Report = (line) => {
  process.stdout.write(`${line}\n`)
}

/** Runs a step and reports how long it took. */
export async function step<T>(report: Report, title: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  report(`  ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  return result
}
