import { openRelayBench } from '@guidebook/service-kit/bench/relay'
import { type Comparison, summarise } from './rounds.ts'

/** Outbox to quorum queue: claim, confirm and delete, compared to a loop that only publishes and confirms. */
export const relay = async (): Promise<Comparison> => {
  await using bench = await openRelayBench()
  const pairs: { limit: number; subject: number }[] = []
  for (let round = 0; round < 5; round++) {
    const { relay: subject, bare: limit } = await bench.round()
    pairs.push({ subject, limit })
  }
  return summarise({
    name: 'outbox relay to a quorum queue',
    unit: 'messages/s',
    limit: 'bare confirm loop, 500 outstanding',
    subject: 'relay: claim, confirm, delete',
    pairs,
    target: { atLeast: 0.35 },
  })
}
