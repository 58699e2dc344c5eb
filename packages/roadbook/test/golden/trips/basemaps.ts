import {
  type MapWindow,
  mapWindows,
  type RoadbookDocument,
  type VectorBasemap,
  type VectorName,
} from '../../../src/index.ts'

/** A closed line around a hill, less regular the larger it is. */
const ring = (x: number, y: number, radius: number, seed: number): number[] =>
  Array.from({ length: 60 }, (_, at) => {
    const turn = (at * Math.PI) / 30
    const wave = 1 + 0.12 * Math.sin(3 * turn + seed) + 0.07 * Math.sin(5 * turn + 2 * seed)
    return [x + radius * wave * Math.cos(turn) * 1.3, y + radius * wave * Math.sin(turn)]
  }).flat()

const wavy = (y: number, width: number, seed: number): number[] =>
  Array.from({ length: 50 }, (_, at) => [
    (at / 49) * width,
    y + 18 * Math.sin(at / 4 + seed) + 9 * Math.sin(at / 1.7),
  ]).flat()

const names: Pick<VectorName, 'kind' | 'name'>[] = [
  { kind: 'peak', name: 'Rauhkofel 2541' },
  { kind: 'hut', name: 'Alm am See' },
  { kind: 'village', name: 'St. Vigil' },
  { kind: 'pass', name: 'Joch 2130' },
]

/** The book with maps at a fixed scale for these stages, and made-up hills, woods, streams and paths beneath their maps. */
export const withSheets = (book: RoadbookDocument, sheetStages: readonly number[]): RoadbookDocument => {
  const isOfStage = ({ map }: MapWindow) => sheetStages.includes(Number(String(map).split('/')[0]))
  const windows = mapWindows({ ...book, sheetStages }).filter(isOfStage)
  return { ...book, sheetStages, vectors: windows.map(basemapOf) }
}

const basemapOf = ({ map, width, height }: MapWindow, seed: number): VectorBasemap => {
  const hills = Array.from({ length: Math.round((width * height) / 18_000) }, (_, at) => ({
    x: ((at * 211 + seed * 67) % 997) * (width / 997),
    y: ((at * 379 + seed * 31) % 991) * (height / 991),
  }))
  return {
    map,
    attribution: '© Landkartenverein',
    shapes: [
      { kind: 'wood', parts: hills.filter((_, at) => at % 3 === 0).map(({ x, y }) => ring(x, y, 46, seed)) },
      { kind: 'contour', parts: hills.flatMap(({ x, y }) => [12, 20, 28, 36].map((radius) => ring(x, y, radius, x))) },
      { kind: 'index-contour', parts: hills.map(({ x, y }) => ring(x, y, 44, x)) },
      { kind: 'stream', parts: [0.2, 0.6, 0.9].map((share) => wavy(height * share, width, seed + share)) },
      { kind: 'path', parts: [0.1, 0.35, 0.75].map((share) => wavy(height * share, width, 3 * share)) },
      { kind: 'road', parts: [wavy(height * 0.5, width, seed)] },
    ],
    names: hills.map(({ x, y }, at) => {
      const { kind, name } = names[at % names.length] as (typeof names)[number]
      return { kind, name: `${name}${at < names.length ? '' : ` ${String.fromCharCode(65 + (at % 26))}`}`, x, y }
    }),
  }
}
