import { pipeline } from 'node:stream'
import { type MimeNode, Splitter, type SplitterChunk } from '@zone-eu/mailsplit'
import { UnreadableFileError } from './refusals.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Limits of one mail, including all mails inside it. Real mails have a few dozen parts, nested four deep. */
const maxParts = 1000
const maxDepth = 32
/** Headers of one part. Mail servers accept 100 KiB or less by default; parsing more would block the event loop. */
const maxHeadBytes = 256 * 1024
/** The splitter counts every header line as at least 64 bytes, so its limit must be higher for headers with many short lines. */
const maxHeadCost = 4 * maxHeadBytes

export interface MimePart {
  node: MimeNode
  /** The decoded bytes; empty for a multipart. Unread bytes are skipped. */
  content: AsyncIterable<Buffer>
}

/** The used part of the limits, shared with the mails inside a mail. */
export interface MimeBudget {
  parts: number
  depth: number
}

/**
 * The parts of a mail in order, each multipart before its parts; the first is the mail itself. Only headers are kept in memory. Throws
 * `UnreadableFileError` when a limit is exceeded.
 */
export async function* mimeParts(raw: AsyncIterable<Buffer>, budget: MimeBudget): AsyncGenerator<MimePart> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeadCost, maxChildNodes: maxParts })
  pipeline(raw, splitter, () => {
    // An error ends the splitter, and with it the loop below.
  })
  const chunks: AsyncIterator<SplitterChunk> = splitter[Symbol.asyncIterator]()
  const following = () => bounded(chunks.next())
  try {
    let next = await following()
    while (!next.done) {
      if (next.value.type !== 'node') {
        next = await following()
        continue
      }
      const node = next.value
      spend(node, budget)
      next = await following()
      const bytes = async function* () {
        for (; !next.done && next.value.type !== 'node'; next = await following()) {
          if (next.value.type === 'body') yield next.value.value
        }
      }
      yield { node, content: node.multipart ? bytes() : decodeTransfer(bytes(), node.encoding) }
    }
  } finally {
    splitter.destroy()
  }
}

const bounded = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading
  } catch (error) {
    throw (error as { code?: string }).code === 'EMAXLEN' ? new UnreadableFileError('too-complex') : error
  }
}

const spend = (node: MimeNode, budget: MimeBudget): void => {
  budget.parts++
  if (node.getHeaders().length > maxHeadBytes) throw new UnreadableFileError('too-complex')
  if (budget.parts > maxParts || budget.depth + depthOf(node) > maxDepth) throw new UnreadableFileError('too-complex')
}

const depthOf = (node: MimeNode): number => {
  let depth = 0
  for (let parent = node.parentNode; parent && depth <= maxDepth; parent = parent.parentNode) depth++
  return depth
}
