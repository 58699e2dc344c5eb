export { ObjectMissingError, type ObjectStore } from './object-store.ts'
export { openObjectStore } from './open-object-store.ts'
export { createOrphanSweeper, sweepOrphans } from './orphan-sweeper.ts'
