import type { RunningSystem } from '../src/running-system.ts'
import { type Comparison, median, timed } from './rounds.ts'

const allowedSeconds = 20

/** From the command to `ready:`, with data and dependencies in place. An absolute figure: there is nothing to compare it with. */
export const secondStart = async (system: RunningSystem): Promise<Comparison> => {
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push((await timed(() => system.restart())) / 1000)
  const value = median(times)
  return {
    name: 'second start to ready',
    limit: { what: 'allowed', value: allowedSeconds, unit: 's' },
    subject: { what: 'taken', value, unit: 's' },
    ratio: value / allowedSeconds,
    target: { atMost: 1 },
  }
}
