/** Grows as it is written to. Numbers are written as unsigned LEB128 varints, or as 8 bytes, little endian. */
export const byteWriter = (capacity: number) => {
  let bytes = new Uint8Array(Math.max(capacity, 64))
  let view = new DataView(bytes.buffer)
  let length = 0
  const reserve = (count: number): void => {
    if (length + count <= bytes.length) return
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + count))
    larger.set(bytes)
    bytes = larger
    view = new DataView(bytes.buffer)
  }
  return {
    byte(value: number): void {
      reserve(1)
      bytes[length++] = value
    },
    bytes(values: Uint8Array): void {
      reserve(values.length)
      bytes.set(values, length)
      length += values.length
    },
    /** A whole number from 0 to 2^53 - 1. */
    varint(value: number): void {
      reserve(8)
      let rest = value
      while (rest >= 0x8000_0000) {
        bytes[length++] = (rest % 128) | 128
        rest = Math.floor(rest / 128)
      }
      while (rest >= 128) {
        bytes[length++] = (rest & 127) | 128
        rest >>>= 7
      }
      bytes[length++] = rest
    },
    float64(value: number): void {
      reserve(8)
      view.setFloat64(length, value, true)
      length += 8
    },
    finish: (): Uint8Array<ArrayBuffer> => bytes.slice(0, length),
  }
}

export type ByteWriter = ReturnType<typeof byteWriter>

/** Reads what a `byteWriter` wrote; throws RangeError where the bytes end too early. */
export const byteReader = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const byte = (): number => {
    const value = bytes[at]
    if (value === undefined) throw new RangeError('The packed track ends too early.')
    at += 1
    return value
  }
  return {
    byte,
    bytes(count: number): Uint8Array {
      if (at + count > bytes.length) throw new RangeError('The packed track ends too early.')
      at += count
      return bytes.subarray(at - count, at)
    },
    varint(): number {
      let value = byte()
      if (value < 128) return value
      value &= 127
      for (let factor = 128; factor < 2 ** 56; factor *= 128) {
        const next = byte()
        value += (next & 127) * factor
        if (next < 128) return value
      }
      throw new RangeError('The packed track holds a number that is too long.')
    },
    float64(): number {
      if (at + 8 > bytes.length) throw new RangeError('The packed track ends too early.')
      at += 8
      return view.getFloat64(at - 8, true)
    },
    remaining: (): number => bytes.length - at,
  }
}

export type ByteReader = ReturnType<typeof byteReader>
