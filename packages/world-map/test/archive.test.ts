import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { expect, test } from 'vitest'
import { archiveWriter, encodeTile } from '../src/index.ts'

const inMemory = (bytes: Buffer) =>
  new PMTiles({
    getKey: () => 'memory',
    getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
  })

const world = {
  minZoom: 0,
  maxZoom: 8,
  bounds: [-180, -85, 180, 85],
  tileType: 'mvt',
  attribution: '© Makers',
} as const

const square = [0, 0, 100, 0, 100, 100, 0, 100]
const hole = [20, 20, 20, 80, 80, 80, 80, 20]

test('a reader of PMTiles reads what was written, and nothing where no tile was added', async () => {
  const writer = archiveWriter(world)
  writer.add(3, 4, 5, encodeTile({ water: [{ type: 'polygon', parts: [square], properties: { kind: 'lake' } }] }))
  const archive = inMemory(writer.finish())
  expect(await archive.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 8, minLon: -180, maxLat: 85, tileType: 1 })
  expect(await archive.getMetadata()).toEqual({ attribution: '© Makers' })
  expect(await archive.getZxy(3, 4, 4)).toBeUndefined()
  const found = await archive.getZxy(3, 4, 5)
  const { water } = new VectorTile(new PbfReader(new Uint8Array(found?.data ?? []))).layers
  expect(water?.feature(0).properties).toEqual({ kind: 'lake' })
})

test('thousands of tiles are in directories of their own, and equal tiles are stored once', async () => {
  const tileOf = (name: string) => encodeTile({ places: [{ type: 'point', parts: [[7, 9]], properties: { name } }] })
  const [different, same] = [archiveWriter(world), archiveWriter(world)]
  for (let x = 0; x < 80; x++) {
    for (let y = 0; y < 80; y++) {
      different.add(7, x, y, tileOf(`${x}/${y}`))
      same.add(7, x, y, tileOf('sea'))
    }
  }
  const archive = inMemory(different.finish())
  for (const [x, y] of [
    [0, 0],
    [79, 79],
    [64, 3],
  ] as const) {
    const { places } = new VectorTile(new PbfReader(new Uint8Array((await archive.getZxy(7, x, y))?.data ?? []))).layers
    expect(places?.feature(0).properties.name).toBe(`${x}/${y}`)
  }
  const once = same.finish()
  expect(once.length).toBeLessThan(1000)
  expect(await inMemory(once).getZxy(7, 70, 50)).toBeDefined()
})

test('a tile has the coordinates, rings and values of its features', () => {
  const tile = encodeTile({
    water: [
      { type: 'polygon', parts: [square, hole], properties: { kind: 'lake', name: 'Blejsko jezero', depth: 30 } },
    ],
    roads: [{ type: 'line', parts: [[-5, 4, 10, 4]], properties: {} }],
    places: [],
  })
  const { layers } = new VectorTile(new PbfReader(tile))
  expect(Object.keys(layers)).toEqual(['water', 'roads'])
  const lake = layers.water?.feature(0)
  expect(lake?.properties).toEqual({ kind: 'lake', name: 'Blejsko jezero', depth: 30 })
  const rings = lake?.loadGeometry().map((ring) => ring.map(({ x, y }) => [x, y]))
  expect(rings).toEqual([
    [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
      [0, 0],
    ],
    [
      [20, 20],
      [20, 80],
      [80, 80],
      [80, 20],
      [20, 20],
    ],
  ])
  expect(
    layers.roads
      ?.feature(0)
      .loadGeometry()[0]
      ?.map(({ x, y }) => [x, y]),
  ).toEqual([
    [-5, 4],
    [10, 4],
  ])
})
