/** What the service accepts, bytes. */
const largestDocument = 10 * 1024 * 1024

/** What the service would refuse, found before the upload. */
export const documentFault = (file: Blob): 'documentTooLarge' | null =>
  file.size > largestDocument ? 'documentTooLarge' : null
