import { readdirSync, readlinkSync } from 'node:fs'

/** How many files of the folder this process has open, with or without a name. */
export const openFilesIn = (folder: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder)
    } catch (error) {
      // The descriptor of the listing itself is closed by now.
      if ((error as { code?: string }).code === 'ENOENT') return false
      throw error
    }
  }).length
