const signatureMark = '-- '
/** A line that goes on for longer is passed on in pieces. */
const longestLine = 1024 * 1024

export interface BodyFormat {
  charset: string | false
  /** RFC 3676: lines that end in a blank go on in the next one; with `delSp` that blank is not part of the text. */
  flowed: boolean
  delSp: boolean
}

/** The text of a mail’s body in UTF-8, up to the signature, its soft line breaks taken out again. */
export async function* bodyText(content: AsyncIterable<Buffer>, format: BodyFormat): AsyncGenerator<Buffer> {
  let paragraph = ''
  for await (const line of lines(decoded(content, format.charset))) {
    if (line === signatureMark || line === `${signatureMark}\r`) break
    if (!format.flowed) {
      yield Buffer.from(`${line}\n`)
      continue
    }
    const text = line.replace(/\r$/, '').replace(/^ /, '')
    paragraph += text
    if (!text.endsWith(' ') || paragraph.length > longestLine) {
      yield Buffer.from(`${paragraph}\n`)
      paragraph = ''
    } else if (format.delSp) paragraph = paragraph.slice(0, -1)
  }
  if (paragraph !== '') yield Buffer.from(`${paragraph}\n`)
}

async function* decoded(content: AsyncIterable<Buffer>, charset: string | false): AsyncGenerator<string> {
  const decoder = decoderOf(charset || 'utf-8')
  for await (const piece of content) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** A charset that nobody knows is taken for the one of Western Europe, which can say every byte. */
const decoderOf = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset === 'us-ascii' ? 'utf-8' : charset)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder('windows-1252')
  }
}

/** Without their line feeds. */
async function* lines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const all = (rest + text).split('\n')
    rest = all.pop() ?? ''
    yield* all
    if (rest.length > longestLine) {
      yield rest
      rest = ''
    }
  }
  if (rest !== '') yield rest
}
