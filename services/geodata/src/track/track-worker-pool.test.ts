import { columnsOf, packTrack } from '@guidebook/route-geometry'
import { expect, it } from 'vitest'
import { hashOf } from './measure-track.ts'
import { runJob } from './track-jobs.ts'
import { createTrackWorkerPool } from './track-worker-pool.ts'

const owner = { account: 'ACCOUNT' }

const points = (length: number) =>
  Array.from({ length }, (_, index) => {
    const place = { lat: 46 + index / 1e5, lon: 10 + Math.sin(index / 9) }
    return index % 7 === 0 ? place : { ...place, ele: index / 10 }
  })

it('a thread returns the same results as the event loop, and stops on request', async () => {
  const pool = createTrackWorkerPool(1)
  try {
    for (const sent of [points(20_000), points(20)]) {
      const packed = packTrack([sent])
      const { packed: taken, ...measured } = await pool.run('takeTrack', owner, columnsOf(sent))
      expect(taken).toEqual(packed)
      expect(measured).toEqual(runJob({ name: 'measureTrack', input: [packed] }))
      expect(measured.track_sha256).toBe(hashOf(packed))
      expect(await pool.run('measureTrack', owner, packed)).toEqual(measured)
      const stored = { pointCount: measured.point_count, read: async () => packed }
      expect(String(await pool.write('trackGpx', owner, stored, 'Long'))).toContain('<name>Long</name>')
    }
  } finally {
    await pool.component.stop?.()
  }
})

it('the tracks of one account do not wait for all tracks of another account', async () => {
  const pool = createTrackWorkerPool(1)
  try {
    const track = columnsOf(points(20_000))
    const order: string[] = []
    const ask = (account: string) => pool.run('takeTrack', { account }, track).then(() => order.push(account))
    await Promise.all([...Array.from({ length: 10 }, () => ask('GREEDY')), ask('OTHER')])
    // One of the greedy account's was under way when the other account asked.
    expect(order.indexOf('OTHER')).toBe(1)
  } finally {
    await pool.component.stop?.()
  }
})
