import type { ShapeKind, VectorName } from '../document.ts'
import type { TextStyle } from './svg.ts'

interface ShapeStyle {
  fill?: string
  stroke?: string
  width?: number
  dash?: string
  /** A wider line of this colour beneath all lines of the kind. */
  casing?: string
}

const water = '#c3dbe9'
const waterLine = '#8fb8d1'

/** How the shapes of a basemap are drawn, from the lowest to the highest. They are pale, so that tracks, markers and names stand out. */
export const shapeStyles: Readonly<Record<ShapeKind, ShapeStyle>> = {
  wood: { fill: '#dfe9d3' },
  scrub: { fill: '#e9eeda' },
  rock: { fill: '#e8e4dc' },
  town: { fill: '#e6e0d8' },
  glacier: { fill: '#eef6fa', stroke: '#bcd9e8', width: 0.3 },
  contour: { stroke: '#d9c3a5', width: 0.3 },
  'index-contour': { stroke: '#cfb28b', width: 0.6 },
  water: { fill: water },
  shore: { stroke: waterLine, width: 0.4 },
  'river-bank': { stroke: water, width: 0.9 },
  river: { stroke: waterLine, width: 0.9 },
  stream: { stroke: waterLine, width: 0.45 },
  building: { fill: '#d3cbc0' },
  'region-border': { stroke: '#b9aebf', width: 0.5, dash: '3 2' },
  border: { stroke: '#a08fb0', width: 1, dash: '6 2 1 2' },
  ferry: { stroke: '#7fa6c4', width: 0.6, dash: '3 2.5' },
  rail: { stroke: '#a5a5a5', width: 0.7, dash: '4 1.2' },
  path: { stroke: '#9b7b5c', width: 0.55, dash: '2 1.4' },
  track: { stroke: '#a89477', width: 0.6, dash: '5 1.2' },
  'minor-road': { stroke: '#ffffff', width: 0.9, casing: '#c9c1b4' },
  road: { stroke: '#fffbe6', width: 1.2, casing: '#bdb19c' },
  'major-road': { stroke: '#fbe6b0', width: 1.6, casing: '#b9a06c' },
  highway: { stroke: '#f3c48e', width: 2, casing: '#b58350' },
}

/** How much wider than its line a casing is. */
export const casingWidth = 0.6

type NameStyle = TextStyle & { symbol: 'dot' | 'ring' | 'peak' | 'pass' | 'hut' | null }

const ink = '#3b4146'
const relief = '#6d5333'

export const nameStyles: Readonly<Record<VectorName['kind'], NameStyle>> = {
  city: { size: 8.2, weight: 600, fill: ink, symbol: 'ring' },
  town: { size: 7, fill: ink, symbol: 'ring' },
  village: { size: 6.2, fill: '#565d63', symbol: 'dot' },
  peak: { size: 6.2, fill: relief, symbol: 'peak' },
  pass: { size: 6.2, fill: relief, symbol: 'pass' },
  hut: { size: 6.2, weight: 600, fill: '#7a3f2a', symbol: 'hut' },
  water: { size: 6.2, fill: '#4a7fa3', symbol: null },
}
