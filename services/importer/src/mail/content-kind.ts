/** Kind, offset and bytes. */
const signatures = [
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['gzip', 0, '\x1f\x8b'],
  ['archive', 0, 'Rar!'],
  ['archive', 0, '7z\xbc\xaf\x27\x1c'],
  ['archive', 4, '1AY&SY'],
  ['archive', 0, '\xfd7zXZ'],
  ['archive', 0, '\x28\xb5\x2f\xfd'],
  ['archive', 257, 'ustar'],
  ['ole', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['document', 0, '%PDF'],
  ['document', 0, '{\\rtf'],
  ['outlook-container', 0, '\x78\x9f\x3e\x22'],
  ['media', 0, '\x89PNG'],
  ['media', 0, 'GIF8'],
  ['media', 0, '\xff\xd8\xff'],
  ['media', 0, 'RIFF'],
] as const

export type ContentKind = (typeof signatures)[number][0] | 'markup' | 'text'

/** Classifies a file by its first bytes; without a known signature it counts as text. */
export const contentKind = (head: Buffer): ContentKind => {
  const beginning = head.toString('latin1', 0, 512)
  const found = signatures.find(([, offset, bytes]) => beginning.startsWith(bytes, offset))
  if (found !== undefined) return found[0]
  // For example an XML workbook named like a spreadsheet.
  return /^(\xef\xbb\xbf)?\s*<(!doctype|html|table|\?xml|!--)/i.test(beginning) ? 'markup' : 'text'
}
