const largestImage = 5 * 1024 * 1024

const beginnings = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
]

/** What the service would refuse, found before the upload. The name and the declared type of a file may be wrong. */
export async function imageFault(file: Blob): Promise<'imageTooLarge' | 'imageNotSupported' | null> {
  if (file.size > largestImage) return 'imageTooLarge'
  const first = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const isImage = beginnings.some((bytes) => bytes.every((byte, index) => first[index] === byte))
  return isImage ? null : 'imageNotSupported'
}
