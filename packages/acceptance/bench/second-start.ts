import { startSystem } from '../src/running-system.ts'
import { type Comparison, median, timed } from './rounds.ts'

const allowedSeconds = 20

/** From `npm start` to `ready:`, with data and dependencies in place. An absolute figure: there is nothing to compare it with. */
export const secondStart = async (): Promise<Comparison> => {
  await using system = await startSystem()
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
