export {
  type ListedObject,
  ObjectMissingError,
  type ObjectReading,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'
export { openObjectStore } from './open-object-store.ts'
