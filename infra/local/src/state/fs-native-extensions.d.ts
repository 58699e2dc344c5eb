declare module 'fs-native-extensions' {
  /** Locks the open file for this process; false when another open file holds a lock on it. */
  export function tryLock(file: number): boolean
}
