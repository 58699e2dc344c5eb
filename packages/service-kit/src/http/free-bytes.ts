/** Smaller memory may be shared with other buffers, and matters less. Bytes. */
const smallest = 256 * 1024

/**
 * Returns the memory of large bytes to the system. Nobody may use them any more. Garbage collection would do so later: memory outside of its
 * heap hardly makes it begin.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= smallest) buffer.transfer(0)
}
