/**
 * A copy of a chosen file in memory; null if the file cannot be read. Browsers refuse to send a file that changed on the disk after it was
 * chosen, or send its new content.
 */
export async function copyFile(file: File): Promise<File | null> {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified })
  } catch {
    return null
  }
}
