import { startSystem } from '../src/running-system.ts'
import { type Comparison, median, timed } from './rounds.ts'

const allowedSeconds = 20

/** The time from `npm start` to `ready:` when data and dependencies exist. The limit is absolute. */
export const secondStart = async (): Promise<Comparison> => {
  await using system = await startSystem()
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push((await timed(() => system.restart())) / 1000)
  const value = median(times)
  return {
    name: 'second start to ready',
    limit: { what: 'allowed', value: allowedSeconds, unit: 's' },
    subject: { what: 'measured', value, unit: 's' },
    ratio: value / allowedSeconds,
    target: { atMost: 1 },
  }
}
