import { packTrack, unpackTrack } from '@guidebook/route-geometry'
import { createLogger } from '@guidebook/service-kit'
import { expect, it } from 'vitest'
import { numbersOf, takeTrack } from './sent-track.ts'
import { createTrackDesk } from './track-desk.ts'
import { runJob } from './track-jobs.ts'

const track = (length: number) =>
  packTrack([
    Array.from({ length }, (_, index) => ({ lat: 46 + index / 1e5, lon: 10 + Math.sin(index / 9), ele: 1200 })),
  ])

it('a thread that got warm says of a long track what is said of it here, and ends when it is told to', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) } as never
  const desk = createTrackDesk({ threads: 1, log: createLogger({ service: 'geodata', destination }) })
  await desk.component.start?.()
  const [long, short] = [track(20_000), track(20)]
  try {
    for (const packed of [long, short]) {
      expect(await desk.run('measureTrack', packed)).toEqual(runJob({ name: 'measureTrack', input: [packed] }))
    }
    const points = unpackTrack(long).flat()
    expect(await desk.run('takeTrack', numbersOf(points))).toEqual(takeTrack(numbersOf(points)))
    expect(await desk.run('trackGpx', long, 'Long')).toContain('<name>Long</name>')
  } finally {
    await desk.component.stop?.()
  }
  expect(lines).toEqual([])
})
