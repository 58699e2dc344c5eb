import type { Fault } from '@guidebook/contracts'
import { decodeBase64 } from '@guidebook/service-kit'

/** Bytes of a document when decoded. */
export const largestPdf = 10 * 1024 * 1024

export interface SentPdf {
  bytes: Buffer
  /** Viewers may ask for a password; most such files only restrict printing and copying, and open without one. */
  encrypted: boolean
}

/** Reads the Base64 text or decoded bytes of a PDF file of at most 10 MB. */
export function readPdf(sent: string | Uint8Array): SentPdf | Omit<Fault, 'pointer'> {
  const bytes =
    typeof sent === 'string' ? decodeBase64(sent) : Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (bytes === null) return { code: 'document-not-supported', message: 'must be a PDF file in Base64' }
  if (bytes.length > largestPdf) return { code: 'document-too-large', message: 'must have at most 10 MB when decoded' }
  const header = bytes.subarray(0, searchedBytes).indexOf('%PDF-')
  if (header < 0 || !bytes.subarray(-searchedBytes).includes('%%EOF')) {
    return { code: 'document-not-supported', message: 'must be a complete PDF file' }
  }
  return { bytes, encrypted: /\/Encrypt[\s\d<]/.test(trailerOf(bytes, header) ?? lastTrailerOf(bytes)) }
}

/** Readers search so many bytes at the beginning for the header, and at the end for the last line (ISO 32000-1, annex H). */
const searchedBytes = 1_024
/** Bytes that are searched for the trailer; real trailers are far shorter. */
const trailerBytes = 64 * 1024

/**
 * Finds the file's trailer dictionary (ISO 32000-1, 7.5.5), after a cross-reference table or in a cross-reference stream. Returns null when the
 * address or the dictionary is damaged, which readers repair. Reads nothing else, so its time is bounded.
 */
function trailerOf(bytes: Buffer, header: number): string | null {
  const end = bytes.lastIndexOf('startxref')
  if (end < 0) return null
  const [, address] = /^startxref\s+(\d{1,10})\s+%%EOF/.exec(text(bytes, end, 100)) ?? []
  if (address === undefined) return null
  const from = header + Number(address)
  if (from >= end) return null
  const start = text(bytes, from, 100).trimStart()
  if (start.startsWith('xref')) return dictionary(bytes, bytes.indexOf('trailer', from), 'startxref')
  return /^\d+\s+\d+\s+obj/.test(start) ? dictionary(bytes, from, 'stream') : null
}

function dictionary(bytes: Buffer, from: number, last: string): string | null {
  if (from < 0) return null
  const [found = ''] = text(bytes, from, trailerBytes).split(last, 1)
  return found.includes('/Root') ? found : null
}

/** What follows the last `trailer` of a damaged file; empty when none is near the end. */
function lastTrailerOf(bytes: Buffer): string {
  const end = text(bytes, Math.max(0, bytes.length - trailerBytes), trailerBytes)
  const from = end.lastIndexOf('trailer')
  return from < 0 ? '' : end.slice(from)
}

const text = (bytes: Buffer, from: number, length: number): string =>
  bytes.toString('latin1', from, Math.min(bytes.length, from + length))
