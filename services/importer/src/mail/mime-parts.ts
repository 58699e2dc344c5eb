import { pipeline } from 'node:stream'
import { type MimeNode, Splitter, type SplitterChunk } from '@zone-eu/mailsplit'
import { Refusal } from './refusals.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** Bounds of one mail, with all mails inside it. Real mails have a few dozen parts, nested four deep. */
const maxParts = 1000
const maxDepth = 32
/** Of one part. Mail servers accept 100 KiB or less by default; parsing more would stall the event loop. */
const maxHeadBytes = 256 * 1024

export interface MimePart {
  node: MimeNode
  /** The decoded bytes; empty for a multipart. What is not read of them is skipped. */
  content: AsyncIterable<Buffer>
}

/** What has been spent of the bounds, shared with the mails inside a mail. */
export interface MimeBudget {
  parts: number
  depth: number
}

/**
 * The parts of a mail in their order, multiparts before what they hold; the first is the mail itself. Nothing is kept in memory but the headers.
 * Throws `Refusal` when a bound is reached.
 */
export async function* mimeParts(raw: AsyncIterable<Buffer>, budget: MimeBudget): AsyncGenerator<MimePart> {
  const splitter = new Splitter({ ignoreEmbedded: true, maxHeadSize: maxHeadBytes, maxChildNodes: maxParts })
  pipeline(raw, splitter, () => {
    // What goes wrong ends the splitter, and with it the loop below.
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
    throw (error as { code?: string }).code === 'EMAXLEN' ? new Refusal('too-complex') : error
  }
}

const spend = (node: MimeNode, budget: MimeBudget): void => {
  budget.parts++
  if (budget.parts > maxParts || budget.depth + depthOf(node) > maxDepth) throw new Refusal('too-complex')
}

const depthOf = (node: MimeNode): number => {
  let depth = 0
  for (let parent = node.parentNode; parent && depth <= maxDepth; parent = parent.parentNode) depth++
  return depth
}
