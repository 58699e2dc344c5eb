import { columnsOf, packTrack } from '@guidebook/route-geometry'
import { createLogger } from '@guidebook/service-kit'
import { expect, it } from 'vitest'
import { hashOf } from './sent-track.ts'
import { createTrackDesk } from './track-desk.ts'
import { runJob } from './track-jobs.ts'

const points = (length: number) =>
  Array.from({ length }, (_, index) => {
    const place = { lat: 46 + index / 1e5, lon: 10 + Math.sin(index / 9) }
    return index % 7 === 0 ? place : { ...place, ele: index / 10 }
  })

it('a thread that got warm says of a long track what is said of it here, and ends when it is told to', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) } as never
  const desk = createTrackDesk({ threads: 1, log: createLogger({ service: 'geodata', destination }) })
  await desk.component.start?.()
  try {
    for (const sent of [points(20_000), points(20)]) {
      const packed = packTrack([sent])
      const taken = await desk.run('takeTrack', columnsOf(sent))
      expect(taken).toEqual({ ...taken, packed, sha256: hashOf(packed) })
      const { bounds, measures, pointCount } = taken
      expect({ bounds, measures, pointCount }).toEqual(runJob({ name: 'measureTrack', input: [packed] }))
      expect(await desk.run('measureTrack', packed)).toEqual({ bounds, measures, pointCount })
      expect(await desk.run('trackGpx', packed, 'Long')).toContain('<name>Long</name>')
    }
  } finally {
    await desk.component.stop?.()
  }
  expect(lines).toEqual([])
})
