/** A set of code points as sorted, disjoint ranges. */
type Ranges = readonly (readonly [from: number, to: number])[]

const tableOffset = (font: Buffer, tag: string): number => {
  const count = font.readUInt16BE(4)
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8)
  }
  throw new Error(`The font has no table ${tag}.`)
}

/** Format 12 of the character map: groups of (first, last, glyph), 32 bits each (OpenType specification, cmap). */
const groups = (font: Buffer, at: number): Ranges =>
  Array.from({ length: font.readUInt32BE(at + 12) }, (_, index) => {
    const group = at + 16 + index * 12
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)] as const
  })

/** Format 4: parallel arrays of segment ends and starts, 16 bits each; the last segment is a sentinel. */
const segments = (font: Buffer, at: number): Ranges => {
  const doubled = font.readUInt16BE(at + 6)
  return Array.from({ length: doubled / 2 }, (_, index) => {
    const end = at + 14 + index * 2
    return [font.readUInt16BE(end + doubled + 2), font.readUInt16BE(end)] as const
  }).filter(([, to]) => to !== 0xffff)
}

const rangesOf = (font: Buffer): Ranges => {
  const cmap = tableOffset(font, 'cmap')
  const count = font.readUInt16BE(cmap + 2)
  return Array.from({ length: count }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8)).flatMap((at) => {
    const format = font.readUInt16BE(at)
    return format === 12 ? groups(font, at) : format === 4 ? segments(font, at) : []
  })
}

/** Which characters at least one of the fonts can draw. */
export const coverageOf = (fonts: readonly Buffer[]): ((codePoint: number) => boolean) => {
  const words = new Uint32Array(0x110000 / 32)
  for (const [from, to] of fonts.flatMap(rangesOf)) {
    for (let code = from; code <= to; code += 1) words[code >> 5] = (words[code >> 5] as number) | (1 << (code & 31))
  }
  return (code) => ((words[code >> 5] ?? 0) & (1 << (code & 31))) !== 0
}
