import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packTrack } from '@guidebook/route-geometry'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { trackGpx, waypointGpx } from './gpx-text.ts'

const samples = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../../shared/samples', import.meta.url))
const schemaFile = `${samples}/xsd/gpx-1.1.xsd`
const missing = existsSync(schemaFile) ? '' : `no ${schemaFile}: set SAMPLES_DIR to check against it`

const parse = (xml: string) =>
  new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false }).parse(xml).gpx

const track = packTrack([
  [
    { lat: 46.5, lon: 179.5, ele: 1200.5 },
    { lat: 1e-7, lon: -179.5 },
    { lat: -1.5e-9, lon: 180, ele: -1e-7 },
  ],
])
const nasty = 'Zum "Paß" <&> ]]> \u0007 \ud83c\udfd4'

describe('GPX', () => {
  it('contains every point, cut at the antimeridian, without invented elevations or times', () => {
    const { trk } = parse(trackGpx(track, nasty))
    const segments = trk.trkseg.map(({ trkpt }: { trkpt: unknown }) => [trkpt].flat())
    expect(segments.map((points: unknown[]) => points.length)).toEqual([2, 3])
    expect(segments[0][0]).toEqual({ lat: '46.5', lon: '179.5', ele: '1200.5' })
    expect(Number(segments[1][1].lat)).toBe(1e-7)
    expect(Number(segments[1][2].ele)).toBe(-1e-7)
  })

  it('has names in any script, without characters that XML forbids', () => {
    expect(parse(trackGpx(track, nasty)).trk.name).toBe('Zum "Paß" <&> ]]> \ufffd \ud83c\udfd4')
  })

  it('is valid by the schema of GPX 1.1', async ({ skip }) => {
    skip(missing !== '', missing)
    const hut = waypointGpx({ lat: -1e-7, lng: 180, icon: 'hut' }, nasty)
    const nameless = trackGpx(packTrack([[{ lat: 90, lon: 0, ele: 99_999.5 }]]), '')
    for (const contents of [trackGpx(track, nasty), nameless, hut]) {
      const { valid, errors } = await validateXML({
        xml: { fileName: 'route.gpx', contents },
        schema: readFileSync(schemaFile, 'utf8'),
      })
      expect(errors).toEqual([])
      expect(valid).toBe(true)
    }
  })
})
