const signatureMark = '-- '
/** Characters; a longer line is returned in pieces. */
const longestLine = 1024 * 1024

export interface BodyFormat {
  charset: string | false
  /** RFC 3676: a line that ends with a space continues in the next one; with `delSp` that space is not part of the text. */
  flowed: boolean
  delSp: boolean
}

/** The text of a mail's body in UTF-8, up to the signature, without soft line breaks. */
export async function* bodyText(content: AsyncIterable<Buffer>, format: BodyFormat): AsyncGenerator<Buffer> {
  const paragraphs = format.flowed ? joinedLines(format.delSp) : plainLines
  for await (const lines of linesByPiece(decoded(content, format.charset))) {
    const end = lines.findIndex((line) => line.replace(/\r$/, '') === signatureMark)
    const text = paragraphs(end === -1 ? lines : lines.slice(0, end))
    if (text !== '') yield Buffer.from(text)
    if (end !== -1) break
  }
  const rest = paragraphs([''])
  if (rest.trim() !== '') yield Buffer.from(rest)
}

const plainLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Joins the lines of a paragraph. Reads each line once: a paragraph may be a megabyte of short lines. */
const joinedLines = (delSp: boolean) => {
  let paragraph = ''
  return (lines: readonly string[]): string => {
    let text = ''
    for (const received of lines) {
      const line = received.replace(/\r$/, '').replace(/^ /, '')
      const goesOn = line.endsWith(' ') && paragraph.length < longestLine
      paragraph += goesOn && delSp ? line.slice(0, -1) : line
      if (goesOn) continue
      text += `${paragraph}\n`
      paragraph = ''
    }
    return text
  }
}

async function* decoded(content: AsyncIterable<Buffer>, charset: string | false): AsyncGenerator<string> {
  const decoder = decoderOf(charset || 'utf-8')
  for await (const piece of content) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** An unknown charset is read as Windows-1252, which decodes every byte. */
const decoderOf = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset === 'us-ascii' ? 'utf-8' : charset)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new TextDecoder('windows-1252')
  }
}

/** The lines of each piece without line feeds; the last line, which may continue, is returned with the next piece. */
async function* linesByPiece(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.length > 1 || rest.length + text.length <= longestLine ? (lines.pop() ?? '') : ''
    yield lines
  }
  if (rest !== '') yield [rest]
}
