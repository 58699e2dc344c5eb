import { NetworkError } from '@guidebook/client'

/** Reads a downloaded file. The client waits only for the headers: a body that breaks off rejects with a NetworkError here. */
export async function readBlob(response: Response): Promise<Blob> {
  try {
    return await response.blob()
  } catch (cause) {
    throw new NetworkError('download', { timedOut: false, cause })
  }
}
