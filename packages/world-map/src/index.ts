export { type ArchiveDescription, archiveWriter } from './archive.ts'
export { clipLine, clipRing } from './clip.ts'
export { simplify, simplifyRing } from './simplify.ts'
export { encodeTile, type TileFeature } from './tile-layers.ts'
