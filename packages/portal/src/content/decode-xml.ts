const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** The declaration is at the very start. */
const declarationBytes = 200

/** The text of an XML file: by its byte order mark, else by its declaration, else UTF-8. Throws a RangeError for an unknown encoding. */
export function decodeXml(file: Uint8Array): string {
  const mark = byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => file[index] === byte))
  return new TextDecoder(mark?.encoding ?? declaredEncoding(file)).decode(file)
}

function declaredEncoding(file: Uint8Array): string {
  const start = new TextDecoder('windows-1252').decode(file.subarray(0, declarationBytes))
  const declared = /<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? 'utf-8'
  // Some programs write this into files in UTF-8. In UTF-16 the declaration would not have been found.
  return /^utf-16/i.test(declared) ? 'utf-8' : declared
}
