export { ObjectMissingError, type ObjectStore } from './object-store.ts'
export { openObjectStore } from './open-object-store.ts'
export { createOrphanSweeper, type OrphanSweep, sweepOrphans } from './orphan-sweeper.ts'
